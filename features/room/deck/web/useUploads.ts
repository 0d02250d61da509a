import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { client } from '#web/client/client.ts'
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

/** The uploads of a screen. `done` gets each finished upload; if it fails, the upload's row shows the reason. */
export function useUploads(done: (uploadId: string, file: File) => void | Promise<void>): Uploads {
  const [tasks, setTasks] = useState<readonly UploadTask[]>([])
  const [busy, setBusy] = useState(false)
  const latest = useRef({ tasks, done })
  latest.current = { tasks, done }

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

  const drop = (task: UploadTask) => setTasks(now => now.filter(other => other !== task))
  function watch(task: UploadTask) {
    task.subscribe(async () => {
      const { state } = task
      setBusy(latest.current.tasks.some(other => isBusy(other.state)) || isBusy(state))
      if (state.step !== 'done') return
      try {
        await latest.current.done(state.uploadId, task.file)
        drop(task)
      } catch (failure) {
        task.fail((failure as { code?: ErrorCode }).code ?? 'Internal')
      }
    })
  }
  return {
    tasks,
    busy,
    add(file, refused) {
      const task = new UploadTask(file, { renewSession: () => client.getUserInfoByToken({}) })
      setTasks(now => [...now, task])
      watch(task)
      if (refused) task.fail(refused)
      else void task.start()
    },
    retry: task => void task.start(),
    remove(task) {
      drop(task)
      void task.cancel()
    },
  }
}

/** The state of one upload, as it changes. */
export const useUploadState = (task: UploadTask): UploadState => useSyncExternalStore(task.subscribe, task.getState)
