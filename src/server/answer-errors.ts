/** Everything that goes wrong leaves as JSON: { error: { code, message, fields? } }. What was not foreseen is not explained to whoever asks. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ControlError } from '../run/control/index.js';
import { WorkerError } from '../run/workers/index.js';
import { ApiError, type FieldProblem } from './api-error.js';

export function answerErrors(app: FastifyInstance, onError: (error: unknown) => void): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(reply, asApiError(error, request, onError)));
  app.setNotFoundHandler((request, reply) =>
    send(reply, new ApiError(404, 'no-such-route', `There is no ${request.method} ${pathOf(request)}. See /docs for all routes.`)),
  );
}

/** For addresses that the router itself refuses. */
export function answerBadAddress({ statusCode = 400, message }: FastifyError, _request: unknown, reply: unknown): void {
  void send(reply as FastifyReply, new ApiError(statusCode, CODES[statusCode] ?? 'bad-request', message));
}

function send(reply: FastifyReply, { status, code, message, fields }: ApiError): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: { code, message, ...(fields.length ? { fields } : {}) } });
}

function asApiError(error: FastifyError, request: FastifyRequest, onError: (error: unknown) => void): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ControlError) return ofControl(error);
  if (error instanceof WorkerError) return new ApiError(409, error.code, error.message);
  if (hasZodFastifySchemaValidationErrors(error)) return ofValidation(error);
  const { statusCode = 500, name, message } = error;
  if (name === 'NoRun') return new ApiError(404, 'no-such-run', message);
  if (statusCode < 500) return new ApiError(statusCode, CODES[statusCode] ?? 'bad-request', message);
  onError(error);
  return new ApiError(500, 'internal', `${request.method} ${pathOf(request)} failed. The server's own output says why.`);
}

const CODES: Readonly<Record<number, string>> = { 413: 'too-large', 414: 'too-large', 415: 'not-json' };

function ofValidation({ validation, validationContext }: { validation: readonly Problem[]; validationContext?: string }): ApiError {
  const fields: FieldProblem[] = validation.map(({ instancePath, message = 'is wrong' }) => ({
    field: instancePath.slice(1).replaceAll('/', '.') || (validationContext ?? 'request'),
    message,
  }));
  const [first] = fields;
  return new ApiError(400, 'invalid', `The request is wrong at ${first?.field}: ${first?.message}.`, { fields });
}

interface Problem {
  readonly instancePath: string;
  readonly message?: string | undefined;
}

/** Conflict: it would be fine if the crawl ran. */
function ofControl({ code, message, problems }: ControlError): ApiError {
  if (code === 'not-running') return new ApiError(409, 'not-running', `${message}.`);
  if (code === 'no-answer') return new ApiError(504, 'no-answer', `${message}.`);
  const fields = problems.map((problem) => ({ field: problem.path, message: problem.message }));
  return new ApiError(400, 'refused', message, { fields });
}

/** The query may hold what somebody does not want to see repeated. */
const pathOf = ({ url }: FastifyRequest): string => url.replace(/\?.*/s, '').slice(0, 200);
