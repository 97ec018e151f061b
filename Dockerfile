# The server as one image: the packages as they would be published, with the versions of the lockfile, on Debian slim.
FROM node:22-bookworm-slim AS packed
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build packages/http \
  && mkdir /packed \
  && cp package.json package-lock.json /packed \
  && for name in core adapters reader http; do \
    mkdir --parents /packed/packages/$name \
    && npm pack --silent --workspace packages/$name \
    && tar --extract --strip-components=1 --directory /packed/packages/$name --file quire-$name-*.tgz \
    || exit 1; done

FROM node:22-bookworm-slim AS installed
COPY --from=packed /packed /opt/quire
WORKDIR /opt/quire
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --omit=peer \
    --workspace packages/core --workspace packages/adapters --workspace packages/reader --workspace packages/http \
  && rm --recursive --force node_modules/vite node_modules/vitest node_modules/@vitest node_modules/esbuild \
    node_modules/@esbuild node_modules/rolldown node_modules/@rolldown node_modules/lightningcss*

FROM node:22-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
ENV QUIRE_HOST=0.0.0.0 QUIRE_PORT=4100 QUIRE_DATA=/var/lib/quire
ENV QUIRE_BOOTSTRAP_TOKEN_FILE=/var/lib/quire/first-token
COPY --from=installed /opt/quire /opt/quire
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/quire
WORKDIR /var/lib/quire
USER node
VOLUME /var/lib/quire
EXPOSE 4100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.QUIRE_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/quire/node_modules/.bin/quire"]
CMD ["serve"]
