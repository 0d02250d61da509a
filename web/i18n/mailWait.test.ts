import { expect, it } from 'vitest'
import { languages } from './language.ts'

interface Texts {
  readonly [key: string]: string | Texts
}
const files = import.meta.glob<Texts>('./{en,zh-Hans,zh-Hant}/*.json', { eager: true, import: 'default' })

/** Where a person waits for an email: a code, a link, a reminder. */
const waits = [
  'account:sent.spam',
  'factor:step.hint.email',
  'mailpages:again.sent',
  'mailpages:code.sent',
  'profile:email.waitsFor',
  'profile:email.waitsOwn',
  'registration:code.sent',
  'registration:code.sentSurely',
  'send:remind.done',
  'social:prove.sent',
] as const
const ten = { en: 'may take up to 10 minutes', 'zh-Hans': '最多可能需要 10 分钟', 'zh-Hant': '最多可能需要 10 分鐘' }

it.each(languages)(
  '[CONST-045] whoever waits for an email reads that it may take up to 10 minutes, in %s',
  language => {
    for (const key of waits) {
      const [namespace, path = ''] = key.split(':')
      const whole: string | Texts = files[`./${language}/${namespace}.json`] ?? ''
      const text = path.split('.').reduce((of, part) => (typeof of === 'string' ? of : (of[part] ?? '')), whole)
      expect(text, key).toContain(ten[language])
    }
  },
)
