/** Documents, their versions, and the bytes they were made of. */
import type { WorkspaceReading } from '../../store/index.js';
import { ApiError } from '../api-error.js';
import { sendArchived } from './archived-content.js';
import { entryOut } from './journal.js';
import { type Api, type RouteContext, refusals, withTimes } from './routes.js';
import * as schema from './schemas.js';

const tags = ['documents'];

export function documentRoutes(api: Api, { crawls }: RouteContext): void {
  api.get(
    '/crawls/:name/documents',
    {
      schema: {
        tags,
        summary: 'List documents',
        params: schema.crawlName,
        querystring: schema.documentQuery,
        response: { 200: schema.documents, ...refusals },
      },
    },
    ({ params, query }) => {
      const { after, limit, ...filter } = query;
      const { items, next } = crawls.get(params.name).read(({ catalogue }) => catalogue.documents(filter, after, limit));
      return { items: items.map((row) => withTimes(row, 'firstSeen', 'lastChanged', 'lastChecked', 'deletedAt')), next };
    },
  );

  api.get(
    '/crawls/:name/documents/:id',
    {
      schema: {
        tags,
        summary: 'One document with its versions, history and evidence',
        params: schema.documentName,
        response: { 200: schema.documentDetail, ...refusals },
      },
    },
    ({ params: { name, id } }) => {
      const { versions, history, ...row } = crawls.get(name).read((reading) => detailOf(reading, id));
      return {
        ...withTimes(row, 'firstSeen', 'lastChanged', 'lastChecked', 'deletedAt'),
        evidence: [...row.evidence],
        versions: versions.map((version) => withTimes(version, 'fetchedAt')),
        history: history.map(entryOut),
      };
    },
  );

  api.get(
    '/crawls/:name/documents/:id/versions/:version',
    {
      schema: {
        tags,
        summary: 'One version: text, metadata and links',
        params: schema.versionName,
        response: { 200: schema.versionDetail, ...refusals },
      },
    },
    ({ params: { name, id, version } }) => {
      const found = crawls.get(name).read(({ catalogue }) => catalogue.version(id, version));
      const { links, ...row } = found ?? missing(`version ${version} of document ${id}`);
      return { ...withTimes(row, 'fetchedAt'), links: [...links] };
    },
  );

  api.get(
    '/crawls/:name/documents/:id/content',
    {
      schema: {
        tags,
        summary: 'The archived bytes, as a download',
        description: 'Content codings are undone. Sent so that nothing in it runs in a browser.',
        produces: ['application/octet-stream'],
        params: schema.documentName,
        querystring: schema.contentQuery,
        response: refusals,
      },
    },
    async ({ params: { name, id }, query: { version } }, reply) => {
      const crawl = crawls.get(name);
      const capture = crawl.read(({ catalogue }) => catalogue.capture(id, version));
      if (!capture) throw notFound(`archived content of document ${id}${version ? `, version ${version}` : ''}`);
      return sendArchived(reply, crawl.archive(), id, capture);
    },
  );
}

function detailOf({ catalogue, repository }: WorkspaceReading, id: number) {
  const { entries, ...document } = catalogue.document(id) ?? missing(`document ${id}`);
  return { ...document, history: entries.flatMap((sequence) => repository.journal.slice(sequence - 1, 1).items) };
}

const notFound = (what: string): ApiError => new ApiError(404, 'not-found', `There is no ${what}.`);

function missing(what: string): never {
  throw notFound(what);
}
