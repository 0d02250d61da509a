import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { z } from 'zod'
import { codeOf } from '#server/http/errors.ts'
import { type Settings, settingsPart } from '#server/settings.ts'

declare module '#server/settings.ts' {
  interface Settings {
    readonly logLevel: LogLevel
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const logSettings = settingsPart({
  shape: { LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info') },
  read: v => ({ logLevel: v.LOG_LEVEL }),
})

// By name, at any depth: in an object, a query or a form. `html` and `text` are the bodies of emails.
const secretNames =
  'password|old_password|new_password|passwd|secret|api_?secret|secret_?access_?key|access_token|refresh_token|link_code|token|jwt|authorization|cookie|set-cookie|smtp_?url|database_?url|html|text|initials'
const inJson = new RegExp(`"(${secretNames})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\])`, 'gi')
const inQuery = new RegExp(`\\b(${secretNames})=[^&\\s"'\\\\]+`, 'gi')
const inPath = /(\/reset-password\/[^/\s"]+\/[^/\s"]+\/)[\w-]+/g
const inHeader = /\b(Bearer|Basic) [\w.~+/=-]{8,}/g
const inAddress = /\b([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"'/@]+@/gi

/** Removes secrets from a line: by their names, and known ones by their values. */
export function scrub(line: string, known: readonly string[] = []): string {
  let clean = line
    .replace(inJson, '"$1":"[redacted]"')
    .replace(inQuery, '$1=[redacted]')
    .replace(inPath, '$1[redacted]')
    .replace(inHeader, '$1 [redacted]')
    .replace(inAddress, '$1[redacted]@')
  for (const secret of known) clean = clean.replaceAll(secret, '[redacted]')
  return clean
}

/** The structured log: one JSON object per line, with the request's id if there is a request. */
export function createLog(
  settings: Settings,
  level: LogLevel = settings.logLevel,
  to: DestinationStream = process.stdout,
): FastifyBaseLogger {
  const known = settings.secrets.filter(secret => secret.length >= 6)
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { req, res, err } },
    { write: line => void to.write(scrub(line, known)) },
  )
}

const req = (request: { method: string; url: string; ip?: string }) => ({
  method: request.method,
  url: request.url,
  ip: request.ip,
})
const res = (reply: { statusCode: number }) => ({ status: reply.statusCode })

/** Leaves out the values of a failed query: they are users' input. */
function err(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  const withoutValues = (text: string) => text.replace(/\nparams: .*?(?=\n {4}at |$)/s, '')
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: err(error.cause) }),
  }
}

/** One line for each answered request, with the call's name and its outcome. */
export function logRequests(app: FastifyInstance) {
  const failed = new WeakMap<object, string>()
  app.addHook('onError', async (request, _reply, error) => void failed.set(request, codeOf(error)))
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config as { call?: string }
    const line = {
      req: request,
      ...(call ? { call } : {}),
      status: reply.statusCode,
      ...(failed.has(request) ? { error: failed.get(request) } : {}),
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (call || reply.statusCode >= 400) request.log.info(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}
