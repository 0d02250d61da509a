import { Window } from 'happy-dom'
import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, it } from 'vitest'
import { inAscii, type Message, wholeMail } from './whole.ts'

const long = `${'Cranes that see where they put what they lift = 40 ports — in 港口. '.repeat(9)}\n`
const calendar = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nDESCRIPTION:${long.trim()}\r\nEND:VCALENDAR\r\n`
const content = Buffer.from(Array.from({ length: 999 }, (_, n) => n % 256))

const message = (more: Partial<Message>): Message => ({
  ...{ from: { name: 'Quill 资本', address: 'mail@quill.test' }, to: { name: '', address: 'grace@fund.example' } },
  ...{ subject: 'Harbor lights', text: 'Cranes.\n', html: `<p>${long}</p>\n`.repeat(5) },
  ...{ date: new Date('2026-11-28T10:00:00Z'), messageId: '<1@quill.test>', base: 'same' },
  headers: {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<https://quill.test/${'way-out/'.repeat(20)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  ...more,
})

const inSmtpLines = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** A page as it goes over the wire, unless a line of it is too long for one. */
function pageOf(html: string): string | undefined {
  const page = inSmtpLines(inAscii(html))
  return page.split('\r\n').every(({ length }) => length <= 998) ? page : undefined
}

/** The same by nodemailer. */
const composed = ({ base, pictures = [], calendar: entry, returnTo, text, html, ...said }: Message) =>
  new MailComposer({
    ...said,
    ...{ text: inSmtpLines(text), html: pageOf(html) ? 'PAGE' : inSmtpLines(html), baseBoundary: base },
    attachments: pictures.map(({ type: _type, ...one }) => ({ ...one, contentDisposition: 'inline' })),
    ...(entry && { icalEvent: { ...entry, filename: 'invite.ics' } }),
    ...(returnTo && { envelope: { from: returnTo, to: said.to.address } }),
  }).compile()

describe('an email at once', () => {
  it.each<[string, Partial<Message>]>([
    ['of short lines', { html: '<p>Hi</p>' }],
    ['of a page with a line that no email may have', { html: `<p>${'港口 of cranes '.repeat(80)}</p>` }],
    ['of a page whose longest line is as long as one may be', { html: `<p>${'a'.repeat(991)}</p>\n` }],
    ['of a page whose line is one sign longer', { html: `<p>${'a'.repeat(992)}</p>\n` }],
    ['of lines that end with a space, and one that is long', { text: `Dear Ada \n\n. \n..\n${long}` }],
    [
      'in Chinese',
      { text: '港口的起重机。'.repeat(50), subject: '邀请函：港口的灯光，以及更多的灯光，以及更多的灯光' },
    ],
    ['with a calendar', { calendar: { method: 'REQUEST', content: calendar } }],
    ['with a calendar in short lines', { calendar: { method: 'CANCEL', content: 'BEGIN:VCALENDAR\r\n' } }],
    [
      'with pictures and a calendar',
      {
        pictures: [
          { cid: 'logo@rostrum', filename: 'logo.png', type: 'image/png', content },
          { cid: 'slide@rostrum', filename: 'slide.jpg', type: 'image/jpeg', content },
        ],
        calendar: { method: 'REQUEST', content: calendar },
      },
    ],
    ['with a picture alone', { pictures: [{ cid: 'logo@rostrum', filename: 'logo.png', type: 'image/png', content }] }],
    ['with another envelope', { returnTo: 'bounces+1@quill.test' }],
    ['with an envelope that is not ASCII', { returnTo: 'bounces+1@例え.jp' }],
    ['with an address for answers', { replyTo: { name: '', address: 'help@quill.test' } }],
    ['from a name with signs', { from: { name: 'Quill, "Ventures" <Co>', address: 'mail@quill.test' } }],
    ['from no name', { from: { name: '', address: 'mail@quill.test' } }],
    ['to a name that is not ASCII', { to: { name: '林 "Ada"', address: 'ada@例え.jp' } }],
    ['to a long address', { to: { name: '', address: `${'a'.repeat(64)}@${'b'.repeat(60)}.example` } }],
    ['of a long subject', { subject: 'Invitation: Harbor lights, and what they show. '.repeat(4) }],
    ['of a subject that looks encoded', { subject: '=?UTF-8?Q?Bcc?= "x" <a@evil.example>' }],
  ])('is the one that nodemailer sends: %s', async (_of, more) => {
    const node = composed(message(more))
    const { html } = message(more)
    // nodemailer would encode the page, since it has lines of more than 76 signs
    const meant = (await node.build()).toString().replace('PAGE', page => pageOf(html) ?? page)
    const { raw, envelope } = wholeMail(message(more))
    // an email ends with a line break, which nodemailer adds on the way
    expect(raw.toString().trimEnd()).toBe(meant.trimEnd())
    expect(envelope).toEqual(node.getEnvelope())
    expect(wholeMail(message(more)).raw).toEqual(raw)
  })

  it('names the signs of a page that are not ASCII, which a reader sees as they were', () => {
    const page = '<title>Quill 资本</title><p title="I’ll — 🚢">I’ll attend — 港口 &amp; 🚢</p>'
    const sent = wholeMail(message({ html: page })).raw.toString()
    expect(sent).toContain('Content-Transfer-Encoding: 7bit\r\n\r\n<title>Quill &#36164;&#26412;</title>')
    const seen = new new Window().DOMParser().parseFromString(inAscii(page), 'text/html')
    expect([seen.title, seen.querySelector('p')?.getAttribute('title'), seen.querySelector('p')?.textContent]).toEqual([
      'Quill 资本',
      'I’ll — 🚢',
      'I’ll attend — 港口 & 🚢',
    ])
  })

  it('keeps the words of one email out of another', () => {
    const one = wholeMail(message({ subject: 'Harbor' })).raw.toString()
    const other = wholeMail(message({ subject: 'Lights', base: 'other' })).raw.toString()
    expect([one.includes('Lights'), other.includes('Subject: Lights'), other.includes('same')]).toEqual([
      false,
      true,
      false,
    ])
  })
})
