/** The columns that every collection has. The others repeat fields of the document that lists filter or order by. */
export const row = `"id" text collate "C" primary key,
  "doc" jsonb not null,
  "doc_version" integer not null,
  "version" bigint not null,
  "created_at" bigint not null,
  "created_by" text collate "C" not null,
  "updated_at" bigint not null,
  "updated_by" text collate "C" not null`

/** Index for the substrings of `words`, where the extension `pg_trgm` is installed. */
export const trigramIndex = (table: string): string => `do $do$
  declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
  begin if home is not null then
    execute format('create index "${table}_words_words" on "${table}" using gin ("words" %s.gin_trgm_ops)', home);
  end if;
end $do$`
