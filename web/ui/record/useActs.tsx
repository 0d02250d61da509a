import { notifications } from '@mantine/notifications'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { Calls } from '#contract/call.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { doneNotice, useUndoNotice } from '../notices.tsx'
import { useWording } from '../wording.ts'
import { useRefresh } from './callQuery.ts'

export interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Something that can be done with a record: it runs, shows a dialog or drawer of its own, or leads elsewhere. */
export interface Act {
  readonly label: string
  /** The spoken name of a button that stands alone: what it does, and to what. */
  readonly name?: string
  /** Takes something away: last in a menu, and red. */
  readonly danger?: boolean
  /** Asked before it runs, where others notice it or it cannot simply be repeated. `act` says more than the label. */
  readonly confirm?: {
    readonly title: string
    readonly body: ReactNode
    readonly act?: string
    readonly failed?: string
  }
  readonly run?: () => Promise<unknown>
  /** Said when it has run. */
  readonly done?: string
  /** Takes it back; offered where it is said to be done. */
  readonly undo?: () => Promise<unknown>
  readonly show?: (dialog: Dialog) => ReactNode
  readonly go?: () => void
}

/** An act with the icon that a menu or a button shows. */
export interface IconAct extends Act {
  readonly icon: TablerIcon
}

/**
 * Begins acts: asks first where they say so, runs them, says what is done and offers to take it back. A failure is said
 * in the dialog that asked, else in a corner. Afterwards the screen reads anew what it shows of `calls`.
 */
export function useActs(calls: Calls) {
  const refresh = useRefresh(calls)
  const wording = useWording()
  const undoNotice = useUndoNotice()
  // counts up, so that each dialog begins anew
  const [shown, setShown] = useState<{ act: Act; count: number }>()
  const [opened, setOpened] = useState(false)
  // a dialog that exists before it opens gives the focus back where it was
  useEffect(() => setOpened(shown !== undefined), [shown])

  async function run({ run, done, undo }: Act) {
    await run?.()
    if (done && undo) undoNotice({ message: done, undo: () => undo().finally(refresh) })
    else if (done) doneNotice(done)
    await refresh()
  }
  const running = useMutation({
    mutationFn: run,
    onError: failure => {
      notifications.show({ color: 'red', message: wording(failure) })
      return refresh()
    },
  })
  const dialog: Dialog = { opened, onClose: () => setOpened(false) }
  const { act, count } = shown ?? {}
  return {
    running: running.isPending ? running.variables : undefined,
    begin: (act: Act) => {
      if (act.go) act.go()
      else if (act.confirm || act.show) setShown(before => ({ act, count: (before?.count ?? 0) + 1 }))
      else if (!running.isPending) running.mutate(act)
    },
    dialog: act && (
      <Fragment key={count}>
        {act.show?.(dialog)}
        {act.confirm && (
          <ConfirmDialog
            {...dialog}
            title={act.confirm.title}
            act={act.confirm.act ?? act.label}
            failed={act.confirm.failed}
            danger={act.danger ?? false}
            run={() => run(act)}
          >
            {act.confirm.body}
          </ConfirmDialog>
        )}
      </Fragment>
    ),
  }
}
