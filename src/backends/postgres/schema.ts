/**
 * The database of received groups: four tables as the contract names them, and what Winnow needs beside them.
 *
 * The four hold what is there now; `"DataContent"` is the uncompressed file. Schema `winnow` holds what was: every change in the
 * order of its transaction, every version of a document, its bytes from the moment another took its place. No byte is kept twice.
 */
export const SCHEMA = `
CREATE TABLE "Crawlers" (
  "Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "Name" text NOT NULL UNIQUE
);
CREATE TABLE "DocumentGroup" (
  "Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "CrawlerId" bigint NOT NULL REFERENCES "Crawlers" ("Id"),
  "Identifier" text NOT NULL UNIQUE,
  "Date" timestamptz NOT NULL,
  "Lang" text NOT NULL,
  "Format" text NOT NULL,
  "FileName" text NOT NULL,
  "Operation" text NOT NULL CHECK ("Operation" IN ('Add', 'Upd', 'Del', 'None')),
  "Type" smallint
);
CREATE TABLE "Document" (
  "Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "DocumentGroupId" bigint NOT NULL REFERENCES "DocumentGroup" ("Id") ON DELETE CASCADE,
  "Identifier" text NOT NULL,
  "Format" text NOT NULL,
  "File" text NOT NULL,
  "Operation" text NOT NULL CHECK ("Operation" IN ('Add', 'Upd', 'Del', 'None')),
  "Url" text NOT NULL,
  "Md5" text NOT NULL,
  "DataContent" bytea NOT NULL,
  UNIQUE ("DocumentGroupId", "Identifier")
);
CREATE INDEX document_identifier ON "Document" ("Identifier");
ALTER TABLE "Document" ALTER COLUMN "DataContent" SET STORAGE EXTERNAL;
CREATE TABLE "CrawlerLog" (
  "Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "Date" timestamptz NOT NULL,
  "Crawler" text NOT NULL,
  "GroupIdentifier" text NOT NULL,
  "Operation" text NOT NULL,
  "Result" text NOT NULL,
  "Message" text NOT NULL,
  "StackTrace" text
);
CREATE SCHEMA winnow;
CREATE TABLE winnow.call (
  log bigint PRIMARY KEY REFERENCES "CrawlerLog" ("Id") ON DELETE CASCADE,
  sender text,
  error_id text,
  key text UNIQUE
);
CREATE TABLE winnow.change (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
  identifier text NOT NULL,
  log bigint NOT NULL,
  description jsonb NOT NULL
);
CREATE INDEX change_in_order ON winnow.change (transaction, sequence);
CREATE INDEX change_of_group ON winnow.change (identifier, sequence);
CREATE TABLE winnow.version (
  change bigint NOT NULL REFERENCES winnow.change (sequence) ON DELETE CASCADE,
  identifier text NOT NULL,
  document bigint NOT NULL,
  sha256 text NOT NULL,
  length bigint NOT NULL,
  past bytea,
  PRIMARY KEY (change, identifier)
);
ALTER TABLE winnow.version ALTER COLUMN past SET STORAGE EXTERNAL;
CREATE INDEX version_now ON winnow.version (document) WHERE past IS NULL;
COMMENT ON COLUMN winnow.version.past IS 'bytes of a version that another has replaced; null: they are those of "Document"';
CREATE TABLE winnow.follower (
  name text PRIMARY KEY,
  transaction xid8 NOT NULL,
  sequence bigint NOT NULL
);
CREATE TABLE winnow.format (version integer NOT NULL);
INSERT INTO winnow.format VALUES (1);
`;
