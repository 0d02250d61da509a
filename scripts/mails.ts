// Writes every mail of the console in the three languages to .out/mails.html, to be looked at side by side.
import { mkdir, writeFile } from 'node:fs/promises'
import { languages } from '#contract/fields.ts'
import type { Letter } from '#features/notify/mail/server/letter.ts'
import { escapeHtml, mailPage } from '#features/notify/mail/server/mailPage.ts'
import { everyMail } from '#testing/everyMail.ts'

const cell = ({ subject, page }: Letter) =>
  `<td><b>${escapeHtml(subject)}</b><iframe srcdoc="${escapeHtml(mailPage(page).html)}" onload="this.height=this.contentDocument.body.scrollHeight"></iframe></td>`
const rows = Object.entries(everyMail).flatMap(([word, kinds]) =>
  Object.entries(kinds).map(([kind, write]) => {
    const cells = languages.map(language => cell(write(language)))
    return `<tr><th colspan="3">${word}: ${kind}</th></tr><tr>${cells.join('')}</tr>`
  }),
)
const folder = new URL('../.out/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(
  new URL('mails.html', folder),
  `<!doctype html><meta charset="utf-8"><title>Mails</title>
<style>body{font-family:sans-serif}td{width:33vw;vertical-align:top}iframe{width:100%;border:0;min-height:480px}</style>
<table>${rows.join('\n')}</table>`,
)
process.stdout.write(`.out/mails.html: ${rows.length} mails in ${languages.length} languages\n`)
