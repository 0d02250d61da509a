import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { calls } from '#app/contract/calls.ts'
import { handlers, routes } from '#app/server/features.ts'
import { serveTogether } from '#app/server/http/together.ts'
import { callsInRooms } from '#app/server/rooms.ts'
import { CallFailed } from '#contract/call.ts'
import { ANYONE_BYTES } from '#contract/declare.ts'
import { openapi } from '#contract/openapi.ts'
import { callers } from '#features/access/signIn/server/callers.ts'
import { viewersOf } from '#features/access/signIn/server/viewers.ts'
import { maySeeCompanyLogo } from '#features/admin/companies/server/companyLogo.ts'
import { maySeePortrait } from '#features/admin/users/server/peopleQueries.ts'
import { maySeeLogo } from '#features/core/organisation/server/queries.ts'
import { maySeePitchLogo } from '#features/core/part/server/access.ts'
import { disguiseRooms } from '#features/room/guest/server/disguise.ts'
import { announcing } from '#features/room/room/server/announce.ts'
import { pitchOfChat } from '#features/talk/chat/server/queries.ts'
import { rightNow } from '#server/clock.ts'
import type { Frame } from '#server/frame.ts'
import { serveCalls } from '#server/http/calls.ts'
import { answerErrors } from '#server/http/errors.ts'
import { parseFormBodies } from '#server/http/form.ts'
import { checkHosts } from '#server/http/hosts.ts'
import { parseJsonBodies } from '#server/http/json.ts'
import { closeLimits } from '#server/limits.ts'
import { servePictures } from '#server/pictures/serve.ts'
import { version } from '#server/version.ts'
import { callDocs } from './callDocs.ts'
import { wordingOf } from './wording.ts'

/** The HTTP side of the console: every call and the description of them. Routes of other kinds are added by main.ts. */
export async function createApp(frame: Frame): Promise<FastifyInstance> {
  const { settings, log } = frame
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // server/log.ts writes one line for each
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy as boolean | string[],
    bodyLimit: ANYONE_BYTES, // calls have their own
    // the address of OAuth ends with a slash, which many tools drop
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  })
  answerErrors(app, wordingOf)
  checkHosts(app, settings)
  // browsers set their clocks of a room by it
  app.addHook('onRequest', async (_request, reply) => void reply.header('date', rightNow().toUTCString()))
  await app.register(helmet, {
    contentSecurityPolicy: { directives: { ...contentSecurity, connectSrc: connectable(frame) } },
    crossOriginEmbedderPolicy: false,
  })
  await app.register(cookie)
  await app.register(rateLimit, { max: 6000, timeWindow: '1 minute' })
  await app.register(multipart)
  parseFormBodies(app)
  parseJsonBodies(app)
  const disguise = disguiseRooms(callsInRooms, pitchOfChat)
  serveCalls(app, frame, { calls, handlers, callers, contextParts: { announce: announcing }, disguise })
  serveTogether(app, calls)
  servePictures(app, frame, viewersOf, [maySeePortrait, maySeeLogo, maySeePitchLogo, maySeeCompanyLogo])
  for (const serve of routes) serve(app, frame)
  for (const wire of ['/webapi/*', '/imapi/*', '/restapi/*']) {
    app.all(wire, async () => {
      throw new CallFailed('NotFound')
    })
  }
  app.addHook('onClose', async () => closeLimits(frame))
  let document: ReturnType<typeof openapi> | undefined
  app.get('/openapi.json', async () => {
    document ??= openapi(calls, { version, url: settings.publicUrl, docs: callDocs() })
    return document
  })
  return app
}

/**
 * Scripts, sockets and pictures come from us alone; Mantine sets styles on elements. WebAssembly of ours may be compiled:
 * it puts backgrounds behind people and takes noise from their voices.
 */
const contentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:', 'mediastream:'],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
}

/** Where a page may connect to: this console, and a LiveKit elsewhere, which browsers reach by socket and by HTTP. */
export function connectable({ settings, media }: Pick<Frame, 'settings' | 'media'>): string[] {
  const video = URL.parse(media.url)
  const elsewhere = video && video.host !== new URL(settings.publicUrl).host ? originsOf(video) : []
  // LiveKit Cloud sends browsers on to the host of a region
  const regions = video?.host.endsWith('.livekit.cloud') ? ['wss://*.livekit.cloud', 'https://*.livekit.cloud'] : []
  return ["'self'", ...originsOf(new URL(settings.publicUrl)), ...elsewhere, ...regions]
}

const originsOf = ({ protocol, host }: URL): string[] =>
  /s:$/.test(protocol) ? [`wss://${host}`, `https://${host}`] : [`ws://${host}`, `http://${host}`]
