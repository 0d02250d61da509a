import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { UserConfig } from 'vite'
import { CallFailed } from '#contract/call.ts'
import { type FirstView, firstViews } from '#server/firstView.ts'
import { isNavigation } from '#server/http/hosts.ts'

const root = new URL('..', import.meta.url).pathname
const built = join(root, 'dist/web')

/**
 * Serves the built web app at every address that is not the server's own, so that links work; the pages of `views` come with
 * their first answer.
 */
export async function serveWeb(app: FastifyInstance, views: readonly FirstView[] = []) {
  if (!existsSync(join(built, 'index.html')))
    throw new Error('The web app is not built; `npm start` builds it, or run `vite build`.')
  await app.register(fastifyStatic, {
    root: built,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (answer, path) =>
      void answer.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  const begun = firstViews(app, built, views)
  app.setNotFoundHandler((request, reply) => {
    if (!isNavigation(request)) return refuse()
    // links in emails and invitations are for their readers: search engines keep the landing page alone
    if (request.url !== '/') reply.header('x-robots-tag', 'noindex')
    return begun(request, reply) ?? reply.sendFile('index.html')
  })
}

/** Serves the sources through Vite on the console's port, and reloads the browser when they change. */
export async function serveWebSources(app: FastifyInstance) {
  const { createServer } = await import('vite')
  const { default: config } = (await import(join(root, 'vite.config.ts'))) as { default: UserConfig }
  const vite = await createServer({
    ...config,
    configFile: false, // Vite would write a copy of it, which would restart a server that watches its files
    root: join(root, 'app/web'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('preClose', () => vite.close()) // its open sockets would keep the server from closing
  app.setNotFoundHandler(async (request, reply) => {
    reply.hijack()
    // Vite inserts a script into the page, which the production policy forbids.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw, async () => {
      if (!isNavigation(request)) return reply.raw.writeHead(404).end()
      const page = readFileSync(join(root, 'app/web/index.html'), 'utf8')
      reply.raw.setHeader('content-type', 'text/html')
      reply.raw.end(await vite.transformIndexHtml(request.url, page))
    })
  })
}

const refuse = (): never => {
  throw new CallFailed('NotFound')
}
