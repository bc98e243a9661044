/** Routes by which groups come in: REST, and the SOAP edge of the contract. Bodies are never parsed here, only passed on. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptForm, answerSoap, type GroupState, isSentBy, type Outcome, type RefusalCode, soapSchema, wsdl } from '../../ingest/index.js';
import type { LogRow } from '../../store/index.js';
import type { Sender } from '../access/index.js';
import { typed } from '../api/routes.js';
import { problem } from '../api/schemas.js';
import { ApiError } from '../api-error.js';
import type { IngestServing, SoapServing } from './serving.js';

const tags = ['ingest'];

/** A scope of its own, because here bodies are whatever they are, and are read as they come. */
export async function ingestRoutes(app: FastifyInstance, serving: IngestServing): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  groupRoutes(app, serving);
  logRoute(app, serving);
  if (serving.soap) soapRoutes(app, serving, serving.soap);
}

const answered = z.object({
  answer: z.string().describe('OK, or Error: and what is wrong, in the words of the contract'),
  code: z.string().nullable().describe('for programs: the rule that refused it'),
  errorId: z.string().nullable().describe('finds the call in the log'),
});

const STATUS = {
  description: 400,
  'no-data': 400,
  unreadable: 400,
  used: 409,
  unknown: 409,
  'not-yours': 403,
  package: 422,
  digest: 422,
  'too-large': 413,
  failed: 500,
} as const satisfies Record<RefusalCode | 'failed', number>;

const state = z.object({
  identifier: z.string(),
  isDeleted: z.boolean(),
  crawler: z.string().optional(),
  operation: z.string().optional().describe('the last one'),
  date: z.string().optional().describe('of its description, ISO 8601'),
  documents: z.array(
    z.object({
      identifier: z.string(),
      file: z.string(),
      format: z.string(),
      url: z.string(),
      md5: z.string(),
      operation: z.string().optional(),
      length: z.number().optional(),
    }),
  ),
});

const groupOf = z.object({ identifier: z.string().min(1).max(100) });

function groupRoutes(app: FastifyInstance, serving: IngestServing): void {
  const send = {
    tags,
    summary: 'Hand over a document group',
    description:
      'multipart/form-data with the parts `metaInfo` (the description, as XML or JSON) and `data` (the ZIP; not for Del). Answered when it is durable.',
    consumes: ['multipart/form-data'],
    response: { 200: answered, 400: answered, 403: answered, 409: answered, 413: answered, 422: answered, 500: answered },
  };
  typed(app).post('/ingest/groups', { schema: send }, async (request, reply) => {
    const { outcome, isWhole } = await acceptForm(
      { body: request.raw, contentType: request.headers['content-type'], ...fromOf(request) },
      serving,
    );
    if (!isWhole) closeAfter(reply);
    return reply.code(outcome.code === null ? 200 : STATUS[outcome.code]).send(asAnswer(outcome));
  });
  const read = { tags, summary: 'The state of a group', params: groupOf, response: { 200: state, 403: problem, 404: problem } };
  typed(app).get('/ingest/groups/:identifier', { schema: read }, async (request, reply) => {
    const group = await stateOf(serving, request.params.identifier.toLowerCase(), senderOf(request));
    if (!group) throw new ApiError(404, 'no-such-group', 'There is no group of this identifier.');
    return reply.send(group);
  });
}

/** What failed inside is nobody's business: the id finds it in the log. */
const asAnswer = ({ answer, code, errorId }: Outcome) => ({
  answer: code === 'failed' ? `Error: The service failed. The log has the reason under ${errorId}.` : answer,
  code,
  errorId,
});

async function stateOf({ store }: IngestServing, identifier: string, asker: Sender): Promise<z.input<typeof state> | null> {
  const group: GroupState | null = (await store.state?.(identifier)) ?? null;
  if (!group) return null;
  if (!maySee(asker, group.sender)) throw new ApiError(403, 'not-yours', 'Another sender has added the group of this identifier.');
  const { sender: _sender, ...rest } = group;
  return { ...rest, date: group.date.toISOString(), documents: [...group.documents] };
}

/** Of what a sender did, others learn nothing. */
const maySee = ({ isAdministrator, logged }: Sender, of: string | null): boolean => isAdministrator || isSentBy(of, logged);

/** Whoever got here without being asked who they are came by no door of groups. */
function senderOf({ sender }: FastifyRequest): Sender {
  if (!sender) throw new ApiError(404, 'no-such-route', 'Groups are handed over at /ingest/groups.');
  return sender;
}

function fromOf(request: FastifyRequest): { sender: string; isAdministrator: boolean } {
  const { logged, isAdministrator } = senderOf(request);
  return { sender: logged, isAdministrator };
}

const logQuery = z.object({
  after: z.coerce.number().int().nonnegative().default(0).describe('the `next` of the part before'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  errorId: z.string().max(100).optional().describe('only the call of this id'),
});

function logRoute(app: FastifyInstance, { store }: IngestServing): void {
  const schema = {
    tags,
    summary: 'Your calls of the service (all, for an administrator), what came of them, the traces of those that failed',
    querystring: logQuery,
  };
  typed(app).get('/ingest/log', { schema }, async (request, reply) => {
    const { query } = request;
    const asker = senderOf(request);
    const rows: LogRow[] = [];
    for await (const row of store.logRows(query.after)) {
      if (!maySee(asker, row.sender) || (query.errorId !== undefined && row.errorId !== query.errorId)) continue;
      rows.push(row);
      if (rows.length === query.limit) break;
    }
    const next = rows.length === query.limit ? (rows.at(-1)?.id ?? null) : null;
    return reply.send({ rows: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), next });
  });
}

function soapRoutes(app: FastifyInstance, serving: IngestServing, soap: SoapServing): void {
  app.post(soap.path, { schema: { tags, summary: 'SOAP 1.1: UploadFile and UploadFileComplex, MTOM or text' } }, async (request, reply) => {
    const { headers, raw } = request;
    const action = headers['soapaction'] as string | undefined;
    const sent = { body: raw, contentType: headers['content-type'], action, ...fromOf(request) };
    const { answer, isWhole } = await answerSoap(sent, { ...serving, includeExceptionDetail: soap.includeExceptionDetail });
    if (!isWhole) closeAfter(reply);
    return reply.code(answer.status).header('mime-version', '1.0').type(answer.contentType).send(answer.body);
  });
  app.get(soap.path, { schema: { tags, summary: 'The WSDL (?wsdl) and its schemas (?xsd=xsd0 to xsd3)' } }, (request, reply) =>
    describe(request, reply, soap),
  );
}

function describe(request: FastifyRequest, reply: FastifyReply, { path, publishMetadata }: SoapServing): FastifyReply {
  if (!publishMetadata) throw new ApiError(404, 'no-metadata', 'This service does not publish its description.');
  const address = `${request.protocol}://${request.host}${path}`;
  const text = documentOf(request.url, address);
  if (text === null) throw new ApiError(404, 'no-such-schema', 'There are ?wsdl, ?singleWsdl and ?xsd=xsd0 to ?xsd=xsd3.');
  return reply.type('text/xml; charset=utf-8').send(text);
}

function documentOf(url: string, address: string): string | null {
  const [name = '', value] = (url.split('?')[1] ?? 'wsdl').split('=');
  if (/^wsdl$/i.test(name)) return wsdl(address);
  if (/^singlewsdl$/i.test(name)) return wsdl(address, { isSingle: true });
  return /^xsd$/i.test(name) ? soapSchema(value ?? '', address) : null;
}

/** What is left of the request is not waited for. */
function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close');
  reply.raw.once('finish', () => reply.request.raw.destroy());
}
