import type { Language } from '#contract/fields.ts'
import { textsIn } from '#server/texts.ts'
import type { MailPage } from './mailPage.ts'

/** The content of an email without its recipient; the plain text and the HTML are made from it. */
export interface Letter {
  readonly subject: string
  readonly page: MailPage
}

/** A letter under its subject, or under a title of its own. */
export const letter = (
  language: Language,
  { subject, title = subject, ...page }: Omit<MailPage, 'language' | 'title'> & { subject: string; title?: string },
): Letter => ({ subject, page: { ...page, language, title } })

/** "Hello Ada,", or "Hello," without a name. */
export function greeting(language: Language, name: string): string {
  const t = textsIn(language, 'mail')
  return name ? t('hello', { name }) : t('helloUnnamed')
}
