# The server as one image: the packages as they would be published, installed on Debian slim.
FROM node:22-bookworm-slim AS packed
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build packages/http \
  && mkdir /packed \
  && npm pack --silent --pack-destination /packed \
    --workspace packages/core --workspace packages/adapters --workspace packages/reader --workspace packages/http

FROM node:22-bookworm-slim AS installed
WORKDIR /opt/quire
COPY --from=packed /packed /packed
RUN npm install --ignore-scripts --no-audit --no-fund --omit=dev /packed/*.tgz

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
