/**
 * The relational schema `crawldb` of the original government crawler, as data: what its users' queries are written for.
 *
 * Names, types, limits and keys are the contract's, to the letter. The same description makes the tables of PostgreSQL
 * and of SQLite and says which values fit.
 */
export type ColumnType = 'serial' | 'integer' | 'text' | 'bytea' | 'timestamp' | `varchar(${number})`;

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Refers to this table's first column. */
  readonly references?: string;
  readonly unique?: boolean;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

/** In an order in which each refers only to those before it. */
export const TABLES: readonly Table[] = [
  { name: 'data_type', columns: [{ name: 'code', type: 'varchar(20)' }], key: ['code'] },
  { name: 'page_type', columns: [{ name: 'code', type: 'varchar(20)' }], key: ['code'] },
  {
    name: 'site',
    columns: [
      { name: 'id', type: 'serial' },
      { name: 'domain', type: 'varchar(500)' },
      { name: 'robots_content', type: 'text' },
      { name: 'sitemap_content', type: 'text' },
    ],
    key: ['id'],
  },
  {
    name: 'page',
    columns: [
      { name: 'id', type: 'serial' },
      { name: 'site_id', type: 'integer', references: 'site' },
      { name: 'page_type_code', type: 'varchar(20)', references: 'page_type' },
      { name: 'lsh_hash', type: 'varchar(200)' },
      { name: 'url', type: 'varchar(3000)', unique: true },
      { name: 'html_content', type: 'text' },
      { name: 'http_status_code', type: 'integer' },
      { name: 'accessed_time', type: 'timestamp' },
    ],
    key: ['id'],
  },
  {
    name: 'page_data',
    columns: [
      { name: 'id', type: 'serial' },
      { name: 'page_id', type: 'integer', references: 'page' },
      { name: 'data_type_code', type: 'varchar(20)', references: 'data_type' },
      { name: 'data', type: 'bytea' },
    ],
    key: ['id'],
  },
  {
    name: 'image',
    columns: [
      { name: 'id', type: 'serial' },
      { name: 'page_id', type: 'integer', references: 'page' },
      { name: 'filename', type: 'varchar(255)' },
      { name: 'content_type', type: 'varchar(50)' },
      { name: 'data', type: 'bytea' },
      { name: 'accessed_time', type: 'timestamp' },
    ],
    key: ['id'],
  },
  {
    name: 'link',
    columns: [
      { name: 'from_page', type: 'integer', references: 'page' },
      { name: 'to_page', type: 'integer', references: 'page' },
    ],
    key: ['from_page', 'to_page'],
  },
];

/** The two tables that hold codes keep their rows when everything else is thrown away. */
export const CODES: Readonly<Record<string, readonly string[]>> = {
  data_type: ['PDF', 'DOC', 'DOCX', 'PPT', 'PPTX'],
  page_type: ['HTML', 'BINARY', 'DUPLICATE', 'FRONTIER'],
};

export const isCodeTable = ({ name }: Table): boolean => Object.hasOwn(CODES, name);

/** Characters a column takes; null: any number. */
export function limitOf(type: ColumnType): number | null {
  const match = /^varchar\((\d+)\)$/.exec(type);
  return match ? Number(match[1]) : null;
}

/** Statements for SQLite. `serial` is its own integer key; the other types keep their names, which tell a reader what is meant. */
export function sqliteSchema(): string {
  return `${TABLES.map(sqliteTable).join(';\n')};\n${indexes((table) => table).join(';\n')};\n`;
}

function sqliteTable({ name, columns, key }: Table): string {
  const lines = columns.map((column) => {
    if (column.type === 'serial') return `${column.name} integer PRIMARY KEY`;
    const reference = column.references ? ` REFERENCES ${column.references} ON DELETE RESTRICT` : '';
    const notNull = key.includes(column.name) ? ' NOT NULL' : '';
    return `${column.name} ${column.type === 'bytea' ? 'blob' : column.type}${notNull}${column.unique ? ' UNIQUE' : ''}${reference}`;
  });
  const ownKey = columns.some(({ type }) => type === 'serial') ? [] : [`PRIMARY KEY (${key.join(', ')})`];
  return `CREATE TABLE ${name} (\n  ${[...lines, ...ownKey].join(',\n  ')}\n)`;
}

/** Tables and keys first; what refers to other tables comes when the rows are in, which is faster and shows every mistake at once. */
export const postgresTables = (): string[] => TABLES.map(postgresTable);

function postgresTable({ name, columns, key }: Table): string {
  const lines = columns.map((column) => `${quoted(column.name)} ${column.type}${key.includes(column.name) ? ' NOT NULL' : ''}`);
  const unique = columns.filter((column) => column.unique).map((column) => `CONSTRAINT unq_${name}_${column.name} UNIQUE (${column.name})`);
  const constraints = [`CONSTRAINT pk_${name} PRIMARY KEY (${key.join(', ')})`, ...unique];
  return `CREATE TABLE crawldb.${name} (\n  ${[...lines, ...constraints].join(',\n  ')}\n)`;
}

export function postgresReferences(): string[] {
  const references = TABLES.flatMap(({ name, columns }) =>
    columns.flatMap((column) => {
      if (!column.references) return [];
      const target = `crawldb.${column.references} (${TABLES.find((table) => table.name === column.references)?.key[0]})`;
      return [
        `ALTER TABLE crawldb.${name} ADD CONSTRAINT fk_${name}_${column.name} FOREIGN KEY (${column.name}) REFERENCES ${target} ON DELETE RESTRICT`,
      ];
    }),
  );
  return [...references, ...indexes((table) => `crawldb.${table}`)];
}

const indexes = (placed: (table: string) => string): string[] =>
  TABLES.flatMap(({ name, columns }) =>
    columns
      .filter((column) => column.references)
      .map((column) => `CREATE INDEX idx_${name}_${column.name} ON ${placed(name)} (${column.name})`),
  );

/** Words that are names here and mean something to SQL. */
const quoted = (name: string): string => (name === 'domain' || name === 'data' ? `"${name}"` : name);
