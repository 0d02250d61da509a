import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { joinSentences } from '#contract/amounts.ts'
import { CallFailed } from '#contract/call.ts'
import type { InviteePerson } from '#features/core/part/rules.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { BeforeStart, PitchPage } from '#features/core/pitch/web/PitchPage.tsx'
import {
  ChangedMeanwhile,
  type ListChanges,
  listChanges,
  takenIn,
} from '#features/planning/invite/web/ChangedMeanwhile.tsx'
import { InviteeFields } from '#features/planning/invite/web/InviteeFields.tsx'
import { type InviteeInput, invitedIn, inviteesOf, lineOf, noInvitees } from '#features/planning/invite/web/invitees.ts'
import { useRefreshAttendees } from '#features/planning/invite/web/inviteQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn } from '#web/ui/Page.tsx'
import type { Dialog } from '#web/ui/record/useActs.tsx'
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

/** A person of the list. Only `attending` people are told when they leave it, and can be taken off it. */
interface Listed extends InviteePerson {
  readonly is: 'attending' | 'shutOut' | 'waiting'
}

/** Every item of a list, page by page. */
async function whole<T>(read: (page: number) => Promise<{ items: T[]; total: number }>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await read(page)
    all.push(...items)
    if (items.length < PAGE || all.length >= total) return all
  }
}

/** The whole list: the attendees, and the people who wait for the approval of the pitch. */
async function everybody(uuid: string): Promise<Listed[]> {
  const attendees = await whole(page => client.getPitchAttendeeList({ uuid, page, limit: PAGE }))
  const waits = await whole(page => client.getWaitingInviteeList({ uuid, page, limit: PAGE }))
  const listed = attendees.map(one => ({ ...one, is: one.removed || one.disabled ? 'shutOut' : 'attending' }) as const)
  const known = new Set(listed.map(({ email }) => email))
  // an approval between the two reads makes attendees of those who waited
  return [...listed, ...waits.filter(({ email }) => !known.has(email)).map(one => ({ ...one, is: 'waiting' }) as const)]
}

function EditForm({ pitch: { uuid } }: { pitch: PitchDetail }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['pitch', 'attendees', uuid, 'whole'],
    queryFn: () => everybody(uuid),
    // what is being typed is not replaced; saving finds out what others have changed meanwhile
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return error ? <ErrorNotice failure={error} retry={refetch} /> : <Skeleton height={240} maw="40rem" />
  return <ListForm uuid={uuid} first={data} />
}

/** What others have changed since the list was read, and the list as it is now. */
type Changes = ListChanges & { readonly now: readonly Listed[] }

function ListForm({ uuid, first }: { uuid: string; first: readonly Listed[] }) {
  const { t, i18n } = useTranslation(['send', 'invite'])
  const navigate = useNavigate()
  const refresh = useRefreshAttendees()
  const [before, setBefore] = useState(first)
  const [input, setInput] = useState<InviteeInput>(() => ({ ...noInvitees, text: first.map(lineOf).join('\n') }))
  const [asking, setAsking] = useState(false)
  const [changes, setChanges] = useState<Changes>()
  const invitees = useMemo(() => inviteesOf(input), [input])
  const { people } = invitees

  async function save() {
    const attendees_arr = invitedIn(input.language, people)
    const seen_arr = before.map(({ email }) => email)
    try {
      const done = await client.updatePitchAttendees({ uuid, attendees_arr, seen_arr })
      const { invited, removed, changed, suppressed, waiting = 0 } = done
      const said = [
        waiting > 0 ? t('invite:doneWaiting', { count: waiting }) : t('edit.invited', { count: invited }),
        removed > 0 && t('edit.removed', { count: removed }),
        changed > 0 && t('edit.changed', { count: changed }),
        suppressed > 0 && t('invite:doneSuppressed', { count: suppressed }),
      ]
      doneNotice(joinSentences(said, i18n.language))
    } catch (failure) {
      if (!(failure instanceof CallFailed) || failure.code !== 'AttendeesChanged') throw failure
      const now = await everybody(uuid)
      return setChanges({ ...listChanges(before, now), now })
    }
    await refresh()
    navigate(`/pitches/invite/${uuid}`)
  }
  function takeIn(all: Changes) {
    setInput(takenIn(input, all))
    setBefore(all.now)
    setChanges(undefined)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <FormColumn>
      <form onSubmit={submit} noValidate className="invite-form">
        <InviteeFields value={input} onChange={setInput} invitees={invitees} />
        {changes && <ChangedMeanwhile changes={changes} onTakeIn={() => takeIn(changes)} />}
        <div>
          <Button type="submit" disabled={changes !== undefined}>
            {t('edit.act')}
          </Button>
        </div>
      </form>
      <SaveQuestion opened={asking} onClose={() => setAsking(false)} {...{ before, people, save }} />
    </FormColumn>
  )
}

/** Says what saving does, in numbers. */
function SaveQuestion({
  before,
  people,
  save,
  ...dialog
}: Dialog & { before: readonly Listed[]; people: readonly InviteePerson[]; save: () => Promise<void> }) {
  const { t, i18n } = useTranslation('send')
  const keepsMail = useKeepsMail()
  const addresses = new Set(people.map(({ email }) => email))
  const known = new Set(before.map(({ email }) => email))
  const gone = (is: Listed['is']) => before.filter(one => one.is === is && !addresses.has(one.email)).length
  const [left, unasked] = [gone('attending'), gone('waiting')]
  const added = people.filter(({ email }) => !known.has(email)).length
  const said = [
    t('edit.willInvite', { count: added }),
    left > 0 && t(keepsMail ? 'edit.willRemoveKept' : 'edit.willRemove', { count: left }),
    unasked > 0 && t('edit.willTakeOff', { count: unasked }),
  ]
  return (
    <ConfirmDialog
      {...dialog}
      title={t('edit.act')}
      act={t('edit.act')}
      failed={t('change.failed')}
      danger={left + unasked > 0}
      run={save}
    >
      {joinSentences(said, i18n.language)}
    </ConfirmDialog>
  )
}
