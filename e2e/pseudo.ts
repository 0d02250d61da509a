import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build, type Plugin } from 'vite'

const root = new URL('..', import.meta.url).pathname
const built = join(root, '.out/pseudo')
const [plain, accented] = ['aeiouyAEIOUY', 'áéíóúýÁÉÍÓÚÝ']
/** Every pseudo text has one of these, and hardly another text has. */
const marks = /[áéíóúýÁÉÍÓÚÝ⟦⟧]/

/** A text of a language that nobody speaks: as long as German, readable, and known by its accents and brackets. */
function pseudo(text: string): string {
  const parts = text.split(/(\{\{.*?\}\}|<\/?\w+>|\n)/)
  const spoken = parts.map((part, at) =>
    at % 2 ? part : part.replace(/[aeiouy]/gi, letter => accented.charAt(plain.indexOf(letter))),
  )
  const length = text.replace(/\{\{.*?\}\}|<\/?\w+>/g, '').length
  return `⟦${spoken.join('')}${'~'.repeat(Math.ceil(length * 0.2))}⟧`
}
const deep = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, one]) => [key, typeof one === 'string' ? pseudo(one) : deep(one)]),
  )

const inPseudo: Plugin = {
  name: 'pseudo',
  enforce: 'pre',
  load(id) {
    if (!/i18n\/en\/[\w-]+\.json$/.test(id)) return null
    return JSON.stringify(deep(JSON.parse(readFileSync(id, 'utf8'))))
  },
}

/** The web app with the pseudo language for English, built once. */
export async function buildPseudo(): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [inPseudo],
    build: { outDir: built, emptyOutDir: true },
  })
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html',
  '.woff2': 'font/woff2',
}

/** The addresses of the app's own pages and files; the console's calls and sockets are left alone. */
const isOfApp = ({ pathname }: URL) => !/^\/(webapi|restapi|socket|rtc|video|healthz|openapi)/.test(pathname)

/** From now on this browser gets the app in the pseudo language. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.context().route(isOfApp, async route => {
    const { pathname } = new URL(route.request().url())
    const file = join(built, route.request().isNavigationRequest() ? 'index.html' : pathname)
    if (!existsSync(file) || !extname(file)) return route.fallback()
    return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? 'application/octet-stream' })
  })
}

/** Texts of a page that are in no language file, of those that a person reads or hears; `data` is what people wrote. */
export const untranslated = (page: Page, data: RegExp): Promise<string[]> =>
  page.evaluate(
    ([mark, known]) => {
      const isText = (text: string | null) => {
        const rest = (text ?? '').replace(new RegExp(known ?? '', 'gu'), '')
        return /\p{L}{3}/u.test(rest) && !new RegExp(mark ?? '', 'u').test(rest)
      }
      const found = new Set<string>()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement: around, textContent: text } = node
        if (!around?.checkVisibility() || around.closest('script, style, code, pre, [lang]:not(html)')) continue
        if (isText(text)) found.add(`<${around.tagName.toLowerCase()} class="${around.className}"> ${text}`)
      }
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        for (const one of document.querySelectorAll(`[${name}]`))
          if (
            one.checkVisibility() &&
            !one.closest('[aria-hidden=true], [lang]:not(html)') &&
            isText(one.getAttribute(name))
          )
            found.add(`${name}: ${one.getAttribute(name)}`)
      return [...found]
    },
    [marks.source, data.source],
  )

/** Headings, buttons, tabs and labels whose text is wider than they show. */
export const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'button, button *, a, h1, h2, h3, label, legend, th, [role=tab], [role=tab] *',
      ),
    ]
      .filter(one => one.checkVisibility() && one.clientWidth > 2 && one.textContent?.includes('⟦'))
      .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
      .map(one => `<${one.tagName.toLowerCase()} class="${one.className}"> ${one.textContent}`),
  )
