import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AnyCall, CallFailed } from '#contract/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

/** Fastify's own refusals, as error codes. */
const refused: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'BodyTooLarge',
  FST_PARTS_LIMIT: 'BodyTooLarge',
  FST_FIELDS_LIMIT: 'BodyTooLarge',
  FST_FILES_LIMIT: 'BodyTooLarge',
}

/**
 * PostgreSQL is unavailable, accepts no connection, or ended a query or a wait that took too long: the call can be
 * retried.
 */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '25P03',
  '55P03',
])

/** A disk is full: the console's or PostgreSQL's. */
const full = new Set(['ENOSPC', '53100'])

/** A failure that the call's contract does not declare: a defect of the server. */
export class UndeclaredFailure extends Error {
  override readonly name = 'UndeclaredFailure'
  constructor(call: string, failure: CallFailed) {
    super(`${call} fails with ${failure.code}, which its contract does not declare`, { cause: failure })
  }
}

/** The error code for any thrown value. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof CallFailed) return error.code
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  const { code = '', statusCode = 500, message = '' } = error as Partial<FastifyError>
  const known = refused[code]
  if (known) return known
  if (
    away.has(code) ||
    away.has(cause?.code ?? '') ||
    // after a lost connection only the rollback's error remains, which says one of these; the last is the pool's own
    /Connection terminated|connection timeout|connection error|timeout exceeded when trying to connect/i.test(
      `${message} ${cause?.message}`,
    )
  )
    return 'Unavailable'
  if (full.has(code) || full.has(cause?.code ?? '')) return 'StorageFull'
  if (statusCode === 429) return 'TooManyRequests'
  if (statusCode === 404) return 'NotFound'
  return statusCode >= 400 && statusCode < 500 ? 'BodyNotReadable' : 'Internal'
}

/** The words for a failure, with the numbers that it names. */
export type WordingOf = (code: ErrorCode, counted?: Readonly<Record<string, string>>) => string

/** Every failure is sent in the envelope of a failed call; an undeclared one is logged with its request id. */
export function answerErrors(app: FastifyInstance, wordingOf: WordingOf): void {
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const code = codeOf(error)
    if (code === 'Internal' || code === 'Unavailable') request.log.error({ err: error }, code)
    const counted = error instanceof CallFailed ? error.fields : undefined
    const fields = counted ? { fields: counted } : {}
    const message = wordingOf(code, counted)
    const config = request.routeOptions.config as { answer?: AnyCall['answer'] }
    const body =
      config.answer === 'bare'
        ? {
            error: errors[code] === 401 ? 'invalid_grant' : 'invalid_request',
            ...{ error_description: message, error_code: code, ...fields },
          }
        : { code: 0, error: code, message, ...fields, request_id: request.id }
    return reply.status(errors[code]).send(body)
  })
}
