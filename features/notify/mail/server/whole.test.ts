import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { describe, expect, it } from 'vitest'
import { wholeMail } from './whole.ts'

const message = (more: SendMailOptions): SendMailOptions => ({
  ...{ from: { name: 'Quill 资本', address: 'mail@quill.test' }, to: { name: '', address: 'grace@fund.example' } },
  ...{
    subject: 'Harbor lights',
    text: 'Cranes.\n',
    date: new Date('2026-11-28T10:00:00Z'),
    messageId: '<1@quill.test>',
  },
  // what would differ from mail to mail
  ...{ baseBoundary: 'same' },
  headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': `<https://quill.test/${'way-out/'.repeat(20)}>` },
  ...more,
})
const long = `${'Cranes that see where they put what they lift = 40 ports — in 港口. '.repeat(9)}\n`
const calendar = `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nDESCRIPTION:${long}END:VCALENDAR\r\n`
const picture = Buffer.from(Array.from({ length: 999 }, (_, n) => n % 256))

describe('an email at once', () => {
  it.each<[string, SendMailOptions]>([
    ['of short lines', {}],
    ['of lines that end with a space, and one that is long', { text: `Dear Ada \n\n. \n..\n${long}` }],
    [
      'in Chinese',
      { text: '港口的起重机。'.repeat(50), subject: '邀请函：港口的灯光，以及更多的灯光，以及更多的灯光' },
    ],
    ['of two bodies', { html: `<p>${long}</p>`.repeat(5) }],
    ['of three bodies', { html: `<p>${long}</p>`, icalEvent: { method: 'REQUEST', content: calendar } }],
    [
      'with pictures and a calendar',
      {
        html: `<img src="cid:logo@rostrum"><p>${long}</p>`,
        attachments: [{ cid: 'logo@rostrum', filename: 'logo.png', contentDisposition: 'inline', content: picture }],
        icalEvent: { method: 'REQUEST', content: calendar, filename: 'invite.ics' },
      },
    ],
    ['with another envelope', { envelope: { from: 'bounces+1@quill.test', to: 'grace@fund.example' } }],
    ['to a name that is not ASCII', { to: { name: '林 "Ada"', address: 'ada@例え.jp' } }],
    ['without words', { text: '' }],
  ])('is the one that nodemailer sends: %s', async (_of, more) => {
    const node = new MailComposer(message(more)).compile()
    const meant = (await node.build()).toString()
    const { raw, envelope } = wholeMail(message(more))
    // a mail ends with a line break, which is added on the way
    expect(raw.toString().trimEnd()).toBe(meant.trimEnd())
    expect(envelope).toEqual({ from: node.getEnvelope().from, to: node.getEnvelope().to })
    expect(wholeMail(message(more)).raw).toEqual(raw)
  })

  it('reads nothing from elsewhere', () => {
    expect(() => wholeMail(message({ text: { path: '/etc/hostname' } as never }))).toThrow('elsewhere')
  })
})
