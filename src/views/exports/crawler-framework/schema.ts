/** Tables of the contract, as SQLite has them. Names and columns belong to the contract; ours are document, file, version and log. */

const OPERATION = `CHECK ("Operation" IN ('Add', 'Upd', 'Del', 'None'))`;

/** What the service holds: one file with everything in it. */
export const FRAMEWORK_TABLES = `
CREATE TABLE "Crawlers" ("Id" INTEGER PRIMARY KEY, "Name" TEXT NOT NULL UNIQUE);
CREATE TABLE "DocumentGroup" (
  "Id" INTEGER PRIMARY KEY, "CrawlerId" INTEGER NOT NULL REFERENCES "Crawlers" ("Id"), "Identifier" TEXT NOT NULL UNIQUE, "Date" TEXT NOT NULL,
  "Lang" TEXT NOT NULL, "Format" TEXT NOT NULL, "FileName" TEXT NOT NULL, "Operation" TEXT NOT NULL ${OPERATION}, "Type" INTEGER
);
CREATE TABLE "Document" (
  "Id" INTEGER PRIMARY KEY, "DocumentGroupId" INTEGER NOT NULL REFERENCES "DocumentGroup" ("Id") ON DELETE CASCADE, "Identifier" TEXT NOT NULL,
  "Format" TEXT NOT NULL, "File" TEXT NOT NULL, "Operation" TEXT NOT NULL ${OPERATION}, "Url" TEXT NOT NULL, "Md5" TEXT NOT NULL, "DataContent" BLOB,
  UNIQUE ("DocumentGroupId", "Identifier")
);
CREATE TABLE "CrawlerLog" (
  "Id" INTEGER PRIMARY KEY, "Date" TEXT NOT NULL, "Crawler" TEXT NOT NULL, "GroupIdentifier" TEXT NOT NULL, "Operation" TEXT NOT NULL,
  "Result" TEXT NOT NULL, "Message" TEXT NOT NULL, "StackTrace" TEXT
);`;

/** What a crawler keeps for itself: how things stand, and what came of sending them. The bytes are in the packages beside it. */
export const CRAWLER_TABLES = `
CREATE TABLE "DocumentGroup" (
  "Id" INTEGER PRIMARY KEY, "Date" TEXT NOT NULL, "Crawler" TEXT NOT NULL, "Lang" TEXT NOT NULL, "Format" TEXT NOT NULL, "FileName" TEXT NOT NULL,
  "Identifier" TEXT NOT NULL UNIQUE, "Operation" TEXT NOT NULL ${OPERATION}, "GroupType" INTEGER, "SendState" TEXT NOT NULL, "LastAnswer" TEXT
);
CREATE TABLE "Document" (
  "Id" INTEGER PRIMARY KEY, "DocumentGroupId" INTEGER NOT NULL REFERENCES "DocumentGroup" ("Id") ON DELETE CASCADE, "DataContent" BLOB,
  "Format" TEXT NOT NULL, "File" TEXT NOT NULL, "Identifier" TEXT NOT NULL, "Operation" TEXT NOT NULL ${OPERATION}, "Url" TEXT NOT NULL, "Md5" TEXT NOT NULL,
  "SendState" TEXT NOT NULL, "LastAnswer" TEXT
);`;
