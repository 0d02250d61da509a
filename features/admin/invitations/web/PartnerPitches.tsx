import { Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { joinSentences } from '#contract/amounts.ts'
import type { Language } from '#contract/fields.ts'
import { EmailField, emailProblem } from '#features/access/registration/web/EmailProof.tsx'
import { Door } from '#features/access/session/web/Door.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { Time } from '#web/ui/Time.tsx'
import type { OpenPitch } from '../partnerCalls.ts'
import './PartnerPitches.css'
import { goToFirstWrong } from '#web/ui/firstField.ts'
import { NamePair } from '#web/ui/NamePair.tsx'

interface Partner {
  readonly developerkey: string
  readonly tag: string
}

/** [ROUTE-012, PROD-011] A partner's link: the public pitches of an organization, and how a guest gets in. */
export function PartnerPitches() {
  const { t, i18n } = useTranslation('registration')
  const { developerkey = '', tag = '' } = useParams()
  const partner = { developerkey, tag }
  const [chosen, setChosen] = useState<OpenPitch>()
  const pitches = useQuery({
    queryKey: ['partnerPitches', developerkey, tag],
    queryFn: () => client.getPartnerPitchList(partner),
  })
  if (pitches.isError)
    return (
      <Door title={t('guest.invalid')}>
        <ErrorNotice failure={pitches.error} />
      </Door>
    )
  if (!pitches.data)
    return (
      <Door title={t('guest.loading')}>
        <Skeleton height={72} />
      </Door>
    )
  const { org_name: organisation, items } = pitches.data
  if (chosen) return <GuestForm {...{ partner, organisation }} pitch={chosen} onBack={() => setChosen(undefined)} />
  return (
    <Door
      title={t('guest.title', { organisation })}
      hint={
        items.length > 0
          ? t('guest.hint', { organisation })
          : joinSentences([t('guest.none'), t('guest.noneHint')], i18n.language)
      }
    >
      <ul className="partner-pitches">
        {items.map(pitch => (
          <li key={pitch.uuid}>
            <PitchCard pitch={pitch} onChoose={() => setChosen(pitch)} />
          </li>
        ))}
      </ul>
    </Door>
  )
}

function PitchCard({ pitch, onChoose }: { pitch: OpenPitch; onChoose: () => void }) {
  const { t } = useTranslation('registration')
  const { presentation_name: title, presenter_name: name, company_name: company } = pitch
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text fw={600}>{title}</Text>
        <Text size="sm">
          {t('guest.presents', { name })}
          {company && ` · ${company}`}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {pitch.status === 2 ? (
            <StateBadge tone="good">{t('guest.live')}</StateBadge>
          ) : (
            <Time at={pitch.start_date_raw} />
          )}
        </Text>
      </div>
      <Button variant="light" onClick={onChoose} aria-label={t('guest.chooseOne', { title })}>
        {t('guest.choose')}
      </Button>
    </Group>
  )
}

interface GuestProps {
  partner: Partner
  /** The owner of the pitch, who passes the link on where no email is sent. */
  organisation: string
  pitch: OpenPitch
  onBack: () => void
}

function GuestForm({ partner, organisation, pitch, onBack }: GuestProps) {
  const { t, i18n } = useTranslation(['registration', 'account'])
  const title = pitch.presentation_name
  const [guest, setGuest] = useState({ email: '', firstname: '', lastname: '' })
  const [tried, setTried] = useState(false)
  const email = guest.email.trim()
  const join = useMutation({
    mutationFn: () =>
      client.joinAsGuest({
        ...partner,
        uuid: pitch.uuid,
        email,
        firstname: guest.firstname.trim(),
        lastname: guest.lastname.trim(),
        language: i18n.language as Language,
      }),
  })
  const name = (field: 'firstname' | 'lastname') => ({
    autoComplete: field === 'firstname' ? 'given-name' : 'family-name',
    value: guest[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setGuest({ ...guest, [field]: event.currentTarget.value }),
    error: tried && !guest[field].trim() && t(`registration:signUp.${field}Missing`),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const ready = guest.firstname.trim() && guest.lastname.trim() && emailProblem(email) === undefined
    if (!ready) goToFirstWrong(event.currentTarget)
    else if (!join.isPending) join.mutate()
  }

  return (
    <Door title={t('registration:guest.formTitle', { title })} hint={<Time at={pitch.start_date_raw} />}>
      {join.isSuccess ? (
        <Text role="status" mb="md">
          {t('registration:guest.done', { title, email, organisation })}
        </Text>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack mb="md">
            <NamePair
              given={<TextInput label={t('account:field.firstName')} maxLength={80} {...name('firstname')} />}
              family={<TextInput label={t('account:field.lastName')} maxLength={80} {...name('lastname')} />}
            />
            <EmailField value={guest.email} onChange={typed => setGuest({ ...guest, email: typed })} tried={tried} />
            <ErrorNotice failure={join.error} />
            <Button type="submit" size="md" fullWidth loading={join.isPending}>
              {t('registration:guest.act')}
            </Button>
          </Stack>
        </form>
      )}
      <Button variant="default" onClick={onBack} fullWidth>
        {t('registration:guest.other')}
      </Button>
    </Door>
  )
}
