import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, it } from 'vitest'
import { type Message, wholeMail } from './whole.ts'

const long = `${'Cranes that see where they put what they lift = 40 ports — in 港口. '.repeat(9)}\n`
const calendar = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nDESCRIPTION:${long.trim()}\r\nEND:VCALENDAR\r\n`
const content = Buffer.from(Array.from({ length: 999 }, (_, n) => n % 256))

const message = (more: Partial<Message>): Message => ({
  ...{ from: { name: 'Quill 资本', address: 'mail@quill.test' }, to: { name: '', address: 'grace@fund.example' } },
  ...{ subject: 'Harbor lights', text: 'Cranes.\n', html: `<p>${long}</p>`.repeat(5) },
  ...{ date: new Date('2026-11-28T10:00:00Z'), messageId: '<1@quill.test>', base: 'same' },
  headers: {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<https://quill.test/${'way-out/'.repeat(20)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  ...more,
})

const inSmtpLines = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** The same by nodemailer. */
const composed = ({ base, pictures = [], calendar: entry, returnTo, text, html, ...said }: Message) =>
  new MailComposer({
    ...said,
    ...{ text: inSmtpLines(text), html: inSmtpLines(html), baseBoundary: base },
    attachments: pictures.map(({ type: _type, ...one }) => ({ ...one, contentDisposition: 'inline' })),
    ...(entry && { icalEvent: { ...entry, filename: 'invite.ics' } }),
    ...(returnTo && { envelope: { from: returnTo, to: said.to.address } }),
  }).compile()

describe('an email at once', () => {
  it.each<[string, Partial<Message>]>([
    ['of short lines', { html: '<p>Hi</p>' }],
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
    const meant = (await node.build()).toString()
    const { raw, envelope } = wholeMail(message(more))
    // an email ends with a line break, which nodemailer adds on the way
    expect(raw.toString().trimEnd()).toBe(meant.trimEnd())
    expect(envelope).toEqual(node.getEnvelope())
    expect(wholeMail(message(more)).raw).toEqual(raw)
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
