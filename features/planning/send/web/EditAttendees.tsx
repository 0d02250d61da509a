import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { joinSentences } from '#contract/amounts.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { BeforeStart, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import type { Attendee } from '#features/planning/invite/contract.ts'
import { InviteeFields } from '#features/planning/invite/web/InviteeFields.tsx'
import { invitedIn, inviteesOf, lineOf, noInvitees } from '#features/planning/invite/web/invitees.ts'
import { useRefreshAttendees } from '#features/planning/invite/web/inviteQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn } from '#web/ui/Page.tsx'
import './PitchInvite.css'

/** [ROUTE-103] The whole list of a pitch's attendees as a text: who leaves it is told, who is new is invited. */
export function EditAttendees() {
  const { t } = useTranslation(['send', 'invite'])
  return (
    <PitchPage title={t('send:edit.title')}>
      {pitch => (
        <BeforeStart pitch={pitch} notYours={t('invite:notYours')} closed={t('send:edit.closed')}>
          <EditForm pitch={pitch} />
        </BeforeStart>
      )}
    </PitchPage>
  )
}

const PAGE = 200

/** The whole list, page by page. */
async function everybody(uuid: string): Promise<Attendee[]> {
  const all: Attendee[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await client.getPitchAttendeeList({ uuid, page, limit: PAGE })
    all.push(...items)
    if (items.length < PAGE || all.length >= total) return all
  }
}

function EditForm({ pitch: { uuid } }: { pitch: PitchDetail }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['pitch', 'attendees', uuid, 'whole'],
    queryFn: () => everybody(uuid),
    // what is being typed is not replaced
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} maw="40rem" />
  return <ListForm uuid={uuid} before={data} />
}

function ListForm({ uuid, before }: { uuid: string; before: readonly Attendee[] }) {
  const { t, i18n } = useTranslation(['send', 'invite'])
  const navigate = useNavigate()
  const refresh = useRefreshAttendees()
  const keepsMail = useKeepsMail()
  const [input, setInput] = useState(() => ({ ...noInvitees, text: before.map(lineOf).join('\n') }))
  const [asking, setAsking] = useState(false)
  const invitees = useMemo(() => inviteesOf(input), [input])
  const { people } = invitees
  const addresses = new Set(people.map(({ email }) => email))
  const known = new Set(before.map(({ email }) => email))
  const gone = before.filter(({ email }) => !addresses.has(email)).length
  const added = people.filter(({ email }) => !known.has(email)).length

  async function save() {
    const done = await client.updatePitchAttendees({ uuid, attendees_arr: invitedIn(input.language, people) })
    const { invited, removed, changed, suppressed, waiting = 0 } = done
    const said = [
      waiting > 0 ? t('invite:doneWaiting', { count: waiting }) : t('edit.invited', { count: invited }),
      removed > 0 && t('edit.removed', { count: removed }),
      changed > 0 && t('edit.changed', { count: changed }),
      suppressed > 0 && t('invite:doneSuppressed', { count: suppressed }),
    ]
    doneNotice(joinSentences(said, i18n.language))
    await refresh()
    navigate(`/pitches/invite/${uuid}`)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <FormColumn>
      <form onSubmit={submit} noValidate className="invite-form">
        <InviteeFields value={input} onChange={setInput} invitees={invitees} />
        <div>
          <Button type="submit">{t('edit.act')}</Button>
        </div>
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('edit.act')}
        act={t('edit.act')}
        failed={t('change.failed')}
        danger={gone > 0}
        run={save}
      >
        {joinSentences(
          [
            t('edit.willInvite', { count: added }),
            gone > 0 && t(keepsMail ? 'edit.willRemoveKept' : 'edit.willRemove', { count: gone }),
          ],
          i18n.language,
        )}
      </ConfirmDialog>
    </FormColumn>
  )
}
