import { AsyncLocalStorage } from 'node:async_hooks'
import type { Source, Storage } from '#server/storage/storage.ts'

const keysOfCall = new AsyncLocalStorage<string[]>()

/**
 * Stores, in the preparation of a call, what the call's transaction will refer to. When the call fails, or repeats one
 * that was answered, nothing refers to it and it is removed: otherwise anyone could fill the disk with files that
 * no one sees.
 */
export async function putForCall(storage: Storage, key: string, source: Source): Promise<void> {
  keysOfCall.getStore()?.push(key)
  await storage.put(key, source)
}

/** Prepares a call. `drop` removes what was stored for it, as a preparation that fails does itself. */
export async function preparing<T>(storage: Storage, prepare: () => Promise<T>) {
  const keys: string[] = []
  const drop = async () => {
    for (const key of keys) await storage.remove(key).catch(() => {})
  }
  try {
    return { prepared: await keysOfCall.run(keys, prepare), drop }
  } catch (error) {
    await drop()
    throw error
  }
}
