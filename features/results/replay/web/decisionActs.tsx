import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEyeCheck,
  IconEyeOff,
  IconLock,
  IconLockOpen,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Decision } from '#features/results/replay/contract.ts'
import { client } from '#web/client/client.ts'
import { RejectDialog } from '#web/ui/record/RejectDialog.tsx'
import type { IconAct } from '#web/ui/record/useActs.tsx'
import { replayCalls } from '../contract.ts'
import type { RecordingState, ReviewResult } from '../rules.ts'

interface Of {
  readonly uuid: string
  readonly id: string
}
interface Decided extends Of {
  readonly state: RecordingState
  readonly review: ReviewResult
  /** It is a video that was attached. */
  readonly is_attached: boolean
}

/** The acts of those who approve recordings. */
export function useApprovalActs({ uuid, id, state, review, is_attached }: Decided): (IconAct | false)[] {
  const { t } = useTranslation('replay')
  return [
    state === 'pending' &&
      review !== 'no pass' && {
        label: t('approve.act'),
        icon: IconEyeCheck,
        confirm: { title: t('approve.act'), body: t(is_attached ? 'approve.bodyVideo' : 'approve.body') },
        run: () => client.approveRecording({ uuid, id }),
        done: t('approve.done'),
      },
    state === 'approved' && {
      label: t('takeBack.act'),
      icon: IconEyeOff,
      danger: true,
      confirm: { title: t('takeBack.act'), body: t('takeBack.body') },
      run: () => client.unapproveRecording({ uuid, id }),
      done: t('takeBack.done'),
      undo: () => client.approveRecording({ uuid, id }),
    },
  ]
}

/** The acts of those who place and release legal holds. */
export function useHoldActs(
  uuid: string,
  { hold, may_hold }: Pick<Decision, 'hold' | 'may_hold'>,
): (IconAct | false)[] {
  const { t } = useTranslation('replay')
  if (!may_hold) return []
  const act = hold ? 'release' : 'place'
  return [
    {
      label: t(`hold.${act}.act`),
      icon: hold ? IconLockOpen : IconLock,
      show: dialog => (
        <RejectDialog
          {...dialog}
          {...{ calls: replayCalls, call: hold ? 'releaseLegalHold' : 'placeLegalHold', start: { uuid } }}
          {...{ act: t(`hold.${act}.act`), label: t('review.reason'), hint: t(`hold.${act}.hint`) }}
          done={t(`hold.${act}.done`)}
        />
      ),
    },
  ]
}

/** [STATE-043, STATE-044, STATE-045] The acts of who reviews recordings. */
export function useReviewActs({ uuid, id, state, review }: Decided): (IconAct | false)[] {
  const { t } = useTranslation('replay')
  const isWhole = state === 'pending' || state === 'approved'
  const say = (result: ReviewResult) => () => client.reviewRecording({ uuid, id, result })
  return [
    isWhole &&
      review !== 'pass' && {
        label: t('review.act.pass'),
        icon: IconCircleCheck,
        run: say('pass'),
        done: t('review.done.pass'),
      },
    isWhole &&
      review !== 'unreviewed' && {
        label: t('review.act.unreviewed'),
        icon: IconCircleDashed,
        run: say('unreviewed'),
        done: t('review.done.unreviewed'),
      },
    isWhole &&
      review !== 'no pass' && {
        label: t('review.act.no pass'),
        icon: IconCircleX,
        danger: true,
        show: dialog => (
          <RejectDialog
            {...dialog}
            {...{ calls: replayCalls, call: 'reviewRecording', start: { uuid, id, result: 'no pass' } }}
            {...{ act: t('review.act.no pass'), label: t('review.reason'), hint: t('review.reasonHint') }}
            done={t('review.done.no pass')}
          />
        ),
      },
  ]
}
