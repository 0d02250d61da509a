import { Alert, Anchor, Button, Skeleton, Title } from '@mantine/core'
import { IconInfoCircle, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { useIsLocked } from '#features/core/pitch/web/lock.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchQuery } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { DraftNotice, useDraft } from '#web/ui/draft.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import { AttendeeTable } from './AttendeeTable.tsx'
import { InviteeFields } from './InviteeFields.tsx'
import './PitchInvite.css'
import { invitedIn, inviteesOf, noInvitees } from './invitees.ts'
import { knownQuery, useRefreshAttendees } from './inviteQueries.ts'

/** [SCREEN-005] Inviting people to a pitch, and the state of their invitations. */
export function PitchInvite() {
  const { t } = useTranslation(['invite', 'pitch', 'errors'])
  const uuid = useParams()['uuid'] ?? ''
  const { data: pitch, error, refetch } = useQuery(pitchQuery(uuid))
  const may = pitch && pitchActs(pitch)
  const locked = useIsLocked(pitch)
  return (
    <Page
      title={t('invite:title')}
      hint={
        pitch && (
          <>
            <Anchor component={Link} to={pitchPaths.view(pitch)} underline="always">
              {pitch.presentation_name}
            </Anchor>
            {' · '}
            <Time at={pitch.start_date_raw} />
          </>
        )
      }
    >
      <ErrorNotice failure={pitch ? undefined : error} retry={refetch} />
      {!pitch && !error && <Skeleton height={200} maw="40rem" />}
      {pitch && (
        <>
          {may?.invite && !locked ? (
            <InviteForm pitch={pitch} />
          ) : (
            <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
              {t(!may?.manage ? 'invite:notYours' : may.invite ? 'errors:PitchLocked' : 'invite:closed')}
            </Alert>
          )}
          {may?.manage && (
            <section className="invite-list">
              <Title order={2} mb="md">
                {t('invite:table.title')}
              </Title>
              <AttendeeTable uuid={uuid} open={may.invite && !locked} />
            </section>
          )}
        </>
      )}
    </Page>
  )
}

function InviteForm({ pitch: { uuid } }: { pitch: PitchDetail }) {
  const { t } = useTranslation('invite')
  const person = usePerson()
  const refresh = useRefreshAttendees()
  const keepsMail = useKeepsMail()
  const draft = useDraft(`invite.${uuid}.${person.user_id}`, noInvitees)
  const { data: known } = useQuery(knownQuery(uuid))
  const input = useDeferredValue(draft.value)
  const invitees = useMemo(() => inviteesOf(input, known), [input, known])
  const [missing, setMissing] = useState(false)
  const { people } = invitees

  const inviting = useMutation({
    mutationFn: (attendees: typeof people) =>
      client.invitePitchByManuallyContacts({
        uuid,
        attendees_arr: invitedIn(draft.value.language, attendees),
      }),
    onSuccess: async ({ invited, known: before, suppressed, waiting = 0 }) => {
      draft.discard()
      doneNotice(
        [
          waiting > 0 ? t('doneWaiting', { count: waiting }) : t(keepsMail ? 'doneKept' : 'done', { count: invited }),
          before > 0 && t('doneKnown', { count: before }),
          suppressed > 0 && t('doneSuppressed', { count: suppressed }),
        ]
          .filter(Boolean)
          .join(' '),
      )
      await refresh()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const now = inviteesOf(draft.value, known).people
    setMissing(now.length === 0)
    if (now.length > 0) inviting.mutate(now)
  }

  return (
    <FormColumn>
      <DraftNotice draft={draft} />
      <form onSubmit={submit} noValidate className="invite-form">
        <InviteeFields
          value={draft.value}
          onChange={value => {
            setMissing(false)
            draft.change(value)
          }}
          invitees={invitees}
          error={missing ? t('required') : undefined}
        />
        <ErrorNotice failure={inviting.error} />
        <div>
          <Button type="submit" loading={inviting.isPending} leftSection={<IconSend size={16} aria-hidden />}>
            {people.length > 0 ? t('act', { count: people.length }) : t('actNone')}
          </Button>
        </div>
      </form>
    </FormColumn>
  )
}
