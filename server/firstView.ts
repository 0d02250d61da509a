import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FIRST_ANSWER } from '#contract/wire.ts'

/** A file that the browser is told to request: with the code of its page, not after it. */
export interface Preload {
  readonly href: string
  readonly as: 'fetch' | 'image'
}

/** A request of the page itself, as its browser would make it. Answers the body, or undefined where it is refused. */
export type Ask = (
  path: string,
  form?: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<string | undefined>

/** What comes with a page: the body of a call, as JSON, and then the files that it shows first. */
export interface First {
  readonly answer: string
  readonly preloads: () => Promise<readonly Preload[]>
}

/** A page whose first answer, and the files that it shows first, come with its HTML. */
export interface FirstView {
  /** The sources of its code, as the build's manifest names them. */
  readonly modules: readonly string[]
  /** Milliseconds that the end of its HTML, and so its code, waits for its first answer; without it, it asks by itself. */
  readonly patience: number
  /** What an address begins with; undefined for an address of another page. */
  readonly at: (url: string) => ((ask: Ask) => Promise<First | undefined>) | undefined
}

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** The links to the code of a page, without those that are in the HTML already. */
export function linksTo(manifest: Readonly<Record<string, Chunk>>, modules: readonly string[], html: string): string {
  const seen = new Set<string>()
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || seen.has(name)) return
    seen.add(name)
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const name of modules) add(name)
  const link = (rel: string) => (file: string) =>
    html.includes(`/${file}"`) ? [] : [`<link rel="${rel}" crossorigin href="/${file}">`]
  return [...[...styles].flatMap(link('stylesheet')), ...[...scripts].flatMap(link('modulepreload'))].join('\n')
}

/** Headers that do not apply to the requests of the page: these come from the page itself, whoever linked to it. */
const own = /^(content-.*|transfer-encoding|connection|expect|origin|sec-fetch-.*|if-.*|accept|range)$/

const asking = (app: FastifyInstance, request: FastifyRequest): Ask => {
  const inherited = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !own.test(name)))
  return async (path, form, headers) => {
    const answer = await app.inject({
      ...{ method: form === undefined ? 'GET' : 'POST', url: path, remoteAddress: request.socket.remoteAddress ?? '' },
      headers: {
        ...{ ...inherited, ...headers },
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { payload: form }),
    })
    // what sets cookies is asked for by the page itself, which gets them then
    return answer.statusCode === 200 && !answer.headers['set-cookie'] ? answer.body : undefined
  }
}

const withoutMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const preloadLink = ({ href, as }: Preload) =>
  as === 'fetch'
    ? `<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="${withoutMarkup(href)}">`
    : `<link rel="preload" as="image" fetchpriority="high" href="${withoutMarkup(href)}">`

/**
 * Answers how to send the page at an address with its first answer, or undefined where it is sent as a file. Its head goes
 * out at once, so that the code is on its way while the answer is made.
 */
export function firstViews(app: FastifyInstance, built: string, views: readonly FirstView[]) {
  const html = readFileSync(join(built, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const [head = '', rest = ''] = html.split('</head>')
  const heads = new Map(
    views.map(view => [
      view,
      `${head.replace('<head>', `<head>\n<meta name="${FIRST_ANSWER}" content="">`)}${linksTo(manifest, view.modules, html)}\n</head>`,
    ]),
  )
  const [opened = '', closed = ''] = rest.split('</body>')
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return undefined
    for (const view of views) {
      const begin = view.at(request.url)
      if (!begin) continue
      const parts = async function* () {
        const began = timely(begin(asking(app, request)), view.patience).catch(() => undefined)
        yield (heads.get(view) ?? '') + opened
        const first = await began
        if (first) {
          const preloads = timely(first.preloads(), PRELOADS).catch(() => undefined)
          // what follows it tells its reader that it is here whole
          yield `<script type="application/json" id="${FIRST_ANSWER}">${first.answer.replaceAll('<', '\\u003c')}</script>\n<template></template>\n`
          yield `${((await preloads) ?? []).map(preloadLink).join('\n')}\n`
        }
        yield `</body>${closed}`
      }
      return reply
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(Readable.from(parts()))
    }
    return undefined
  }
}

/** Milliseconds that the end of a page waits for what it shows first: its reader finds that in the answer too. */
const PRELOADS = 150

/** What does not come in time is of no use any more. */
async function timely<T>(work: Promise<T>, patience: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
