import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { client } from '#web/client/client.ts'
import { refusalBeforeUpload } from '../rules.ts'
import { type UploadState, UploadTask } from './uploadTask.ts'

export interface Uploads {
  readonly tasks: readonly UploadTask[]
  /** Whether an upload would stop if this page were left. */
  readonly busy: boolean
  /** Begins to send a file; with an error code the file is only listed as refused. */
  add(file: File, refused?: ErrorCode): void
  retry(task: UploadTask): void
  remove(task: UploadTask): void
}

const isBusy = ({ step }: UploadState) => step === 'sending' || step === 'waiting' || step === 'checking'

/** Of the uploads, in the order in which their files were chosen: the first that has ended, if none before it goes on. */
function firstEnded(tasks: readonly UploadTask[]): UploadTask | undefined {
  const next = tasks.find(({ state }) => state.step !== 'failed')
  return next?.state.step === 'done' ? next : undefined
}

/**
 * The uploads of a screen. `done` gets the finished uploads one after the other, in the order in which their files were
 * chosen; if it fails, the upload's row shows the reason. `refusal`: of files other than decks.
 */
export function useUploads(
  done: (uploadId: string, file: File) => void | Promise<void>,
  refusal: (file: File) => ErrorCode | undefined = refusalBeforeUpload,
): Uploads {
  const [tasks, setTasks] = useState<readonly UploadTask[]>([])
  const [busy, setBusy] = useState(false)
  const latest = useRef({ tasks, done })
  latest.current.done = done
  const handing = useRef(false)
  const change = (next: readonly UploadTask[]) => {
    latest.current.tasks = next
    setTasks(next)
  }

  useEffect(
    () => () => {
      for (const task of latest.current.tasks) task.pause()
    },
    [],
  )
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [busy])

  const drop = (task: UploadTask) => change(latest.current.tasks.filter(other => other !== task))
  async function handOver() {
    setBusy(latest.current.tasks.some(({ state }) => isBusy(state)))
    if (handing.current) return
    handing.current = true
    for (let next = firstEnded(latest.current.tasks); next; next = firstEnded(latest.current.tasks)) {
      const { state } = next
      try {
        if (state.step === 'done') await latest.current.done(state.uploadId, next.file)
        drop(next)
      } catch (failure) {
        next.fail((failure as { code?: ErrorCode }).code ?? 'Internal')
      }
    }
    handing.current = false
  }
  return {
    tasks,
    busy,
    add(file, refused) {
      const task = new UploadTask(file, { renewSession: () => client.getUserInfoByToken({}), refusal })
      change([...latest.current.tasks, task])
      task.subscribe(() => void handOver())
      if (refused) task.fail(refused)
      else void task.start()
    },
    retry: task => void task.start(),
    remove(task) {
      drop(task)
      void task.cancel()
      void handOver()
    },
  }
}

/** The state of one upload, as it changes. */
export const useUploadState = (task: UploadTask): UploadState => useSyncExternalStore(task.subscribe, task.getState)
