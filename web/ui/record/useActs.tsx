import { notifications } from '@mantine/notifications'
import type { TablerIcon } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Calls } from '#contract/call.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Harmful } from '../harmful.ts'
import { doneNotice, useUndoNotice } from '../notices.tsx'
import { useWording } from '../wording.ts'
import { useRefresh } from './callQuery.ts'

export interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

/** An act on a record: it runs a call, shows a dialog or drawer, or navigates. */
export interface Act {
  readonly label: string
  /** The accessible name of a single button: its act and its record. */
  readonly name?: string
  /** Takes something from somebody: last in a menu, and red, as the button is that does it in the end. */
  readonly danger?: boolean
  /** A confirmation, for acts that others notice or that cannot simply be repeated. `act` replaces the label. */
  readonly confirm?: {
    readonly title: string
    readonly body: ReactNode
    readonly act?: string
    readonly failed?: string
  }
  readonly run?: () => Promise<unknown>
  /** The notice after success. */
  readonly done?: string
  /** Undoes it; offered in the notice after success. */
  readonly undo?: () => Promise<unknown>
  readonly show?: (dialog: Dialog) => ReactNode
  readonly go?: () => void
}

/** An act with the icon that a menu or a button shows. */
export interface IconAct extends Act {
  readonly icon: TablerIcon
}

/**
 * Runs acts: confirms them first, shows a notice afterwards and offers to undo. A failure is shown
 * in the confirmation, else in a notice. Afterwards the screen refetches what it shows of `calls`.
 */
export function useActs(calls: Calls) {
  const refresh = useRefresh(calls)
  const wording = useWording()
  const undoNotice = useUndoNotice()
  // counts up, so that each dialog starts fresh
  const [shown, setShown] = useState<{ act: Act; count: number }>()
  const [opened, setOpened] = useState(false)
  // only a dialog that exists before it opens returns the focus
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
      <Harmful key={count} value={act.danger ?? false}>
        {act.show?.(dialog)}
        {act.confirm && (
          <ConfirmDialog
            {...dialog}
            title={act.confirm.title}
            act={act.confirm.act ?? act.label}
            failed={act.confirm.failed}
            run={() => run(act)}
          >
            {act.confirm.body}
          </ConfirmDialog>
        )}
      </Harmful>
    ),
  }
}
