import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#contract/amounts.ts'
import type { Language } from '#contract/fields.ts'
import type { InviteePerson } from '#features/core/part/rules.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { instantOfMoment, type Moment } from '#features/core/pitch/web/moment.ts'
import { invitedIn } from '#features/planning/invite/web/invitees.ts'
import { useRefreshAttendees } from '#features/planning/invite/web/inviteQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { doneNotice } from '#web/ui/notices.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { formatTime } from '#web/ui/time.ts'
import { sendCalls } from '../contract.ts'
import { sendFields } from './sendMoment.ts'
import { useGoesTo } from './useGoesTo.ts'

export type Waiting = Awaited<ReturnType<typeof client.getSchedulePitch>>
interface Chosen {
  readonly people: readonly InviteePerson[]
  readonly language: Language | undefined
  /** The ids of contact lists. */
  readonly lists: readonly string[]
}

interface Named {
  readonly attendees_arr: ReturnType<typeof invitedIn>
  readonly list_ids: string[]
}

/** Invites people now, plans that, or adds them to the invitations that wait. */
export function useInviting(pitch: PitchDetail, sendAt: Moment | null, onDone: () => void) {
  const { uuid } = pitch
  const { t, i18n } = useTranslation(['invite', 'send'])
  const keepsMail = useKeepsMail()
  const refreshAttendees = useRefreshAttendees()
  const refreshSends = useRefresh(sendCalls)
  const { data: waiting } = useQuery({ ...callQuery('getSchedulePitch', { uuid }), enabled: pitch.send_later })
  const isAdding = Boolean(sendAt && waiting)
  const goesTo = useGoesTo()

  async function now(attendees_arr: ReturnType<typeof invitedIn>, lists: readonly string[]) {
    const {
      invited,
      known,
      suppressed,
      waiting: held = 0,
      left_out: leftOut = 0,
    } = await client.invitePitchByManuallyContacts({
      uuid,
      ...(attendees_arr.length > 0 && { attendees_arr }),
      ...(lists.length > 0 && { list_ids: [...lists] }),
    })
    const said = [
      held > 0
        ? t('invite:doneWaiting', { count: held })
        : t(keepsMail ? 'invite:doneKept' : 'invite:done', { count: invited }),
      known > 0 && t('invite:doneKnown', { count: known }),
      suppressed > 0 && t('invite:doneSuppressed', { count: suppressed }),
      leftOut > 0 && t('invite:doneLeftOut', { count: leftOut }),
    ]
    return joinSentences(said, i18n.language)
  }

  async function later(moment: Moment, { attendees_arr, list_ids }: Named) {
    const of = { attendees_arr, ...(list_ids.length > 0 && { list_ids }) }
    await client.schedulePitch({ uuid, ...of, ...sendFields(moment) })
    const at = instantOfMoment(moment)
    const when = at ? formatTime(at, i18n.language) : ''
    return list_ids.length > 0
      ? t('send:plannedOf', { of: goesTo(attendees_arr.length, list_ids.length), when })
      : t('send:planned', { count: attendees_arr.length, when })
  }

  async function add(named: Named) {
    const { people, lists } = await client.addToSchedulePitch({ uuid, ...named })
    return lists > 0 ? t('send:addedOf', { of: goesTo(people, lists) }) : t('send:added', { count: people })
  }

  const inviting = useMutation({
    mutationFn: ({ people, language, lists }: Chosen) => {
      const attendees_arr = invitedIn(language, people)
      const named = { attendees_arr, list_ids: [...lists] }
      return isAdding ? add(named) : sendAt ? later(sendAt, named) : now(attendees_arr, lists)
    },
    onSuccess: async done => {
      onDone()
      doneNotice(done)
      await Promise.all([refreshAttendees(), refreshSends()])
    },
  })
  return { waiting: pitch.send_later ? waiting : undefined, inviting, isAdding }
}
