// Prints the investors' manual (docs/manuals) as the PDFs that the console offers. Run it after changing the text.
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { languages } from '#contract/fields.ts'
import { escapeHtml } from '#features/notify/mail/server/mailPage.ts'
import playwright from '../playwright.config.ts'

const root = new URL('..', import.meta.url)
const style = `
  @page { size: A4; margin: 18mm 20mm }
  body { font: 10pt/1.5 'Inter Variable', 'Noto Sans CJK SC', sans-serif; color: #1b212c; margin: 0 }
  :lang(zh-Hant) { font-family: 'Inter Variable', 'Noto Sans CJK TC', sans-serif }
  h1 { font-size: 24pt; line-height: 1.25; margin: 0 0 4mm; color: #214795 }
  h2 { font-size: 13pt; margin: 6mm 0 1.5mm; break-after: avoid }
  p { margin: 0 0 3mm; color: #4c5565 } ul { margin: 0; padding-left: 5mm } li { margin: 0 0 1.5mm; break-inside: avoid }`

/** The Markdown syntax that the manual uses. */
function asHtml(markdown: string): string {
  const lines = markdown
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [, sign, text = ''] = /^(#|##|-) (.*)$/.exec(line) ?? [undefined, 'p', line]
      const tag = { '#': 'h1', '##': 'h2', '-': 'li' }[sign ?? ''] ?? 'p'
      return `<${tag}>${escapeHtml(text)}</${tag}>`
    })
  return lines.join('\n').replace(/(<li>.*<\/li>\n?)+/g, items => `<ul>\n${items}</ul>\n`)
}

const browser = await chromium.launch(playwright.use?.launchOptions ?? {})
const page = await browser.newPage()
for (const language of languages) {
  const text = await readFile(new URL(`docs/manuals/investor.${language}.md`, root), 'utf8')
  const title = escapeHtml(text.slice(2, text.indexOf('\n')))
  await page.setContent(
    `<!doctype html><html lang="${language}"><head><title>${title}</title><style>${style}</style></head><body>${asHtml(text)}</body></html>`,
  )
  const path = new URL(`app/web/public/manuals/investor.${language}.pdf`, root).pathname
  await page.pdf({ path, preferCSSPageSize: true, tagged: true, outline: true })
}
await browser.close()
