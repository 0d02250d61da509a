import { useCallback, useEffect, useRef, useState } from 'react'
import { CallFailed } from '#contract/call.ts'
import type { DraftDetail } from '#features/planning/draft/contract.ts'
import { client } from '#web/client/client.ts'
import { type Draft, useDraft } from '#web/ui/draft.tsx'
import {
  allFieldsOf,
  type CreateDraft,
  compare,
  differing,
  fieldsOfUnits,
  mayDiffer,
  taking,
  type Unit,
  valueIn,
} from './createDraft.ts'

/** How long after the last key a draft is saved, and after a failure, in milliseconds. */
const SAVE_AFTER = 1000
const RETRY_AFTER = 10_000
/** How often the server is asked whether another person or device has saved the draft. */
const LOOK_EVERY = 30_000

/** What the server has. */
interface Saved {
  readonly id: string
  readonly version: number
  readonly value: CreateDraft
}
/** What this browser keeps until the server has it, with what it was made from. */
type Kept = CreateDraft & { readonly saved?: Saved }

/** What another person saved meanwhile: of `both` this form has other values. */
export interface Meanwhile {
  readonly by: string
  readonly at: string
  readonly changed: readonly Unit[]
  readonly both: readonly Unit[]
  readonly theirs: CreateDraft
}

export interface ServerDraft extends Draft<CreateDraft> {
  readonly saved: { readonly id: string; readonly version: number } | undefined
  readonly state: 'none' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'gone'
  readonly meanwhile: Meanwhile | undefined
  /** Takes their values of some units of `both`; the others stay as they are here. */
  readonly settle: (theirs: readonly Unit[]) => void
  /** Saves now; false when that failed. */
  readonly save: () => Promise<boolean>
  /** Reads the server's draft again, after it refused ours. */
  readonly look: () => Promise<void>
  /** Begins a new draft with what the form shows, after the old one has gone. */
  readonly begin: () => void
  /** Waits for a saving that is under way. */
  readonly idle: () => Promise<unknown>
  /** While true nothing is saved: a pitch is being made of it. */
  readonly pause: (paused: boolean) => void
}

interface Options {
  /** The name in this browser of a draft that the server does not have yet, and of one by its id. */
  readonly nameOf: (id: string | undefined) => string
  readonly initial: CreateDraft
  /** The draft that is opened. */
  readonly from?: DraftDetail | undefined
  /** Whether it is opened by a pitch admin instead of its owner. */
  readonly byAdmin: boolean
  readonly forOther: boolean
  readonly onSaved: (id: string) => void
}

const failureOf = (failure: unknown) => (failure instanceof CallFailed ? failure.code : undefined)
const savedOf = (draft: DraftDetail): Saved => ({ id: draft.id, version: draft.version, value: valueIn(draft) })

/** What the parts of the hook share. */
type Base = ReturnType<typeof useBase>

function useBase({ nameOf, initial, from }: Options) {
  const [opened] = useState(() => from && savedOf(from))
  const [saved, setSaved] = useState<Saved | undefined>(opened)
  const draft = useDraft<Kept>(nameOf(saved?.id), opened ? { ...opened.value, saved: opened } : initial)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const [failed, setFailed] = useState<'failed' | 'gone'>()
  const [paused, pause] = useState(false)
  const isDirty = mayDiffer(draft.value, saved?.value ?? initial)
  const isHeld = paused || failed === 'gone' || (meanwhile?.both.length ?? 0) > 0
  // a saving that ends asks for what is true then
  const now = useRef({ value: draft.value, saved, isHeld })
  now.current = { value: draft.value, saved, isHeld }
  const change: Draft<CreateDraft>['change'] = next =>
    draft.change(before => {
      const after = typeof next === 'function' ? next(before) : next
      const { saved } = now.current
      return saved ? { ...after, saved } : after
    })
  const has = (made: Saved) => {
    now.current.saved = made
    setSaved(made)
  }
  return {
    initial,
    saved,
    setSaved,
    has,
    draft,
    change,
    meanwhile,
    setMeanwhile,
    failed,
    setFailed,
    pause,
    now,
    ...{ isDirty, isHeld },
  }
}

/** Takes in what others saved meanwhile. */
function useMeeting({ initial, now, has, change, setMeanwhile }: Base, byAdmin: boolean) {
  const meet = (found: DraftDetail, base = now.current.saved?.value ?? initial) => {
    const theirs = savedOf(found)
    const { changed, both, onlyTheirs } = compare(base, now.current.value, theirs.value)
    has(theirs)
    if (onlyTheirs.length > 0) change(mine => taking(mine, theirs.value, onlyTheirs))
    const { updated_by: by, updated_time: at } = found
    if (changed.length > 0) setMeanwhile({ by, at, changed, both, theirs: theirs.value })
  }
  const look = async () => {
    const { saved } = now.current
    if (!saved) return
    const call = byAdmin ? client.getPitchDraftForPitchAdmin : client.getPitchDraftForPresenter
    const found = await call({ id: saved.id })
    if (found.version > saved.version) meet(found)
  }
  return { meet, look }
}

/** Saves one after the other. */
function useSaving({ initial, now, has, draft, change, setFailed }: Base, look: () => Promise<void>, options: Options) {
  const running = useRef<Promise<boolean> | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  async function send(): Promise<boolean> {
    const { value, saved } = now.current
    const { saved: _, ...plain } = value
    const dirty = differing(plain, saved?.value ?? initial)
    if (dirty.length === 0) {
      if (saved) has({ ...saved, value: plain })
      draft.sent()
      return true
    }
    try {
      const made = await write(saved, plain, dirty, options)
      const after = { id: made.id, version: made.version, value: { ...plain, uploads: made.upload_ids } }
      has(after)
      setFailed(undefined)
      // a file that was removed elsewhere goes from the list here too
      const gone = plain.uploads.filter(upload => !made.upload_ids.includes(upload))
      if (gone.length > 0) change(mine => ({ ...mine, uploads: mine.uploads.filter(upload => !gone.includes(upload)) }))
      else if (!mayDiffer(now.current.value, { ...after.value, uploads: plain.uploads })) draft.sent()
      if (!saved && !left.current) options.onSaved(made.id)
      return true
    } catch (failure) {
      const code = failureOf(failure)
      if (code === 'DraftChanged' && saved) await look().catch(() => setFailed('failed'))
      else setFailed(code === 'DraftNotFound' ? 'gone' : 'failed')
      return false
    }
  }
  const latest = useRef(send)
  latest.current = send
  const save = useCallback(async (): Promise<boolean> => {
    await running.current
    if (now.current.isHeld) return false
    setSaving(true)
    running.current = latest.current().finally(() => {
      running.current = undefined
      setSaving(false)
    })
    return running.current
  }, [now])
  return { save, isSaving, running }
}
type Saving = ReturnType<typeof useSaving>

/** A second after the last key, and when the screen is left. */
function useAutosave({ draft, saved, isDirty, isHeld, failed }: Base, { save, isSaving }: Saving) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change begins the wait anew
  useEffect(() => {
    if (!isDirty || isHeld || isSaving) return
    const timer = setTimeout(save, failed ? RETRY_AFTER : SAVE_AFTER)
    return () => clearTimeout(timer)
  }, [draft.value, saved, isHeld, isSaving, failed])
  useEffect(
    () => () => {
      void save()
    },
    [save],
  )
}

/** Looks now and then, and when the person comes back to the window, whether another one has saved. */
function useLooking({ now, setFailed }: Base, look: () => Promise<void>, { running }: Saving) {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible' && !running.current && !now.current.isHeld)
        latest.current().catch(failure => failureOf(failure) === 'DraftNotFound' && setFailed('gone'))
    }
    const timer = setInterval(ask, LOOK_EVERY)
    addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
    }
  }, [now, running, setFailed])
}

/**
 * A draft that saves itself on the server, a second after the last key. What the server does not have yet is kept in
 * this browser. Of two editors no one overwrites the other unseen: what only they changed is taken in, and of what both
 * changed the person chooses, before anything is saved again.
 */
export function useServerDraft(options: Options): ServerDraft {
  const { from } = options
  const base = useBase(options)
  const { draft, saved, setSaved, setFailed, failed, meanwhile, setMeanwhile, isDirty, pause, change } = base
  const { meet, look } = useMeeting(base, options.byAdmin)
  const saving = useSaving(base, look, options)
  useAutosave(base, saving)
  useLooking(base, look, saving)

  // a draft that this browser kept was made from what the server had then
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen opens
  useEffect(() => {
    const made = draft.value.saved
    if (from && made && made.version < from.version) meet(from, made.value)
  }, [])

  return {
    value: draft.value,
    change,
    restoredAt: from ? undefined : draft.restoredAt,
    discard: () => {
      draft.discard()
      if (saved) void client.deletePitchDraft({ id: saved.id }).catch(() => {})
      setSaved(undefined)
    },
    sent: draft.sent,
    saved,
    state: failed ?? (saving.isSaving ? 'saving' : isDirty ? 'unsaved' : saved ? 'saved' : 'none'),
    meanwhile,
    settle: units => {
      if (meanwhile) change(mine => taking(mine, meanwhile.theirs, units))
      setMeanwhile(undefined)
    },
    save: saving.save,
    look,
    begin: () => {
      setSaved(undefined)
      setFailed(undefined)
    },
    idle: async () => saving.running.current,
    pause,
  }
}

/** Creates the draft, or changes the units that the server does not have yet. */
function write(
  saved: Saved | undefined,
  value: CreateDraft,
  dirty: readonly Unit[],
  { byAdmin, forOther }: Pick<Options, 'byAdmin' | 'forOther'>,
) {
  if (!saved) return client.createPitchDraftByPresenter({ ...allFieldsOf(value), for_other: forOther })
  const change = { id: saved.id, version: saved.version, ...fieldsOfUnits(value, dirty) }
  return byAdmin ? client.updatePitchDraftByPitchAdmin(change) : client.updatePitchDraftByPresenter(change)
}
