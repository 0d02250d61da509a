import type { Language } from '#contract/fields.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { groupedCode } from '#features/core/account/factorRules.ts'
import { greeting, type Letter, letter } from '#features/notify/mail/server/letter.ts'
import { textsIn } from '#server/texts.ts'

const PRODUCT = 'Rostrum'

interface Invite {
  readonly kind: InviteKind
  /** The role that the account will have. */
  readonly role: string
  readonly firstname: string
  readonly inviter: string
  readonly organisation: string
  readonly url: string
  readonly days: number
  /** The link that was opened had expired. */
  readonly renewed: boolean
}

/** The email that invites a person to open an account. */
export function inviteMail(language: Language, said: Invite): Letter {
  const t = textsIn(language, 'registration')
  const { organisation } = said
  const invites = {
    organisation,
    inviter: said.inviter || t('invite.anAdministrator'),
    as: t(`invite.as.${said.role === 'vc' || said.role === 'presenter' ? said.role : said.kind}`),
  }
  // a new server's first organization has the name of the product
  const isOurs = organisation === PRODUCT
  return letter(language, {
    subject: isOurs ? t('invite.subjectOfOurs') : t('invite.subject', { organisation }),
    paragraphs: [
      greeting(language, said.firstname),
      ...(said.renewed ? [t('invite.renewed')] : []),
      t(isOurs ? 'invite.invitesToOurs' : 'invite.invites', invites),
    ],
    button: { label: t('invite.button'), url: said.url },
    footer: [t('invite.valid', { days: said.days }), t('invite.unasked')],
  })
}

interface Code {
  readonly code: string
  readonly minutes: number
  /** The address has an account already: only this email tells its owner so. */
  readonly hasAccount: boolean
  readonly signInUrl: string
}

/** The code that proves a mailbox. */
export function codeMail(language: Language, { code, minutes, hasAccount, signInUrl }: Code): Letter {
  const t = textsIn(language, 'registration')
  return letter(language, {
    subject: t('code.subject'),
    paragraphs: [t('code.enter'), ...(hasAccount ? [t('code.known')] : [])],
    facts: [[t('code.code'), groupedCode(code)]],
    button: hasAccount ? { label: t('code.signIn'), url: signInUrl } : undefined,
    footer: [t('code.valid', { minutes }), t('code.unasked')],
  })
}

interface Activation {
  readonly firstname: string
  /** Where the account is opened; undefined when the address has one already. */
  readonly url: string | undefined
  readonly signInUrl: string
  readonly days: number
}

/** The email with the link that opens the requested account. */
export function activationMail(language: Language, { firstname, url, signInUrl, days }: Activation): Letter {
  const t = textsIn(language, 'registration')
  return letter(language, {
    subject: t('activation.subject'),
    paragraphs: [greeting(language, firstname), t(url ? 'activation.open' : 'code.known')],
    button: url ? { label: t('activation.button'), url } : { label: t('code.signIn'), url: signInUrl },
    footer: [...(url ? [t('activation.valid', { days })] : []), t('code.unasked')],
  })
}

/** The email to the support address that a visitor would like to be invited. */
export function memberInfoMail(language: Language, { name, email }: { name: string; email: string }): Letter {
  const t = textsIn(language, 'registration')
  return letter(language, {
    subject: t('member.subject'),
    paragraphs: [t('member.asks')],
    facts: [
      [t('member.name'), name],
      [t('member.email'), email],
    ],
    footer: [t('member.unproven')],
  })
}
