import { Alert, Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import type { InviteePerson } from '#features/core/part/rules.ts'
import { useSome } from '#web/ui/useSome.ts'
import { type InviteeInput, inviteesOf, lineOf } from './invitees.ts'

/** Who came onto a list and who left it while someone else was editing it. */
export interface ListChanges {
  readonly joined: readonly InviteePerson[]
  readonly left: readonly InviteePerson[]
}

/** What others have changed of a list since it was read. */
export function listChanges(before: readonly InviteePerson[], now: readonly InviteePerson[]): ListChanges {
  const missing = (from: readonly InviteePerson[], others: readonly InviteePerson[]) => {
    const there = new Set(others.map(({ email }) => email))
    return from.filter(({ email }) => !there.has(email))
  }
  return { joined: missing(now, before), left: missing(before, now) }
}

/** Takes changes into what is entered: new people come in, people who were removed are left out. */
export function takenIn(input: InviteeInput, { joined, left }: ListChanges): InviteeInput {
  const entered = new Set(inviteesOf({ ...input, leftOut: [] }).people.map(({ email }) => email))
  const lines = joined.filter(({ email }) => !entered.has(email)).map(lineOf)
  const came = new Set(joined.map(({ email }) => email))
  const out = input.leftOut.filter(email => !came.has(email))
  return {
    ...input,
    text: [input.text.trimEnd(), ...lines].filter(Boolean).join('\n'),
    leftOut: [...out, ...left.flatMap(({ email }) => (entered.has(email) ? [email] : []))],
  }
}

/** Says who came and went meanwhile, and takes that in. */
export function ChangedMeanwhile({ changes, onTakeIn }: { changes: ListChanges; onTakeIn: () => void }) {
  const { t } = useTranslation('invite')
  const some = useSome()
  const { joined, left } = changes
  const named = (people: readonly InviteePerson[]) => some(people.map(one => fullName(one) || one.email))
  return (
    <Alert role="alert" color="orange" variant="light" icon={<IconUsers aria-hidden />} title={t('meanwhile.title')}>
      <Text size="sm">{t('meanwhile.hint')}</Text>
      {joined.length > 0 && <Text size="sm">{t('meanwhile.joined', { names: named(joined) })}</Text>}
      {left.length > 0 && <Text size="sm">{t('meanwhile.left', { names: named(left) })}</Text>}
      <Button mt="xs" size="xs" variant="default" onClick={onTakeIn}>
        {t('meanwhile.takeIn')}
      </Button>
    </Alert>
  )
}
