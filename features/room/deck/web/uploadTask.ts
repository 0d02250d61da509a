import type { DetailedError, Upload } from 'tus-js-client'
import { CallFailed } from '#contract/call.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

/** The state of an upload. `sent` in bytes, `speed` in bytes per second once it can be measured. */
export type UploadState =
  | { readonly step: 'sending'; readonly sent: number; readonly speed: number | undefined }
  /** It continues by itself when the network is back or the server has space again. */
  | { readonly step: 'waiting'; readonly sent: number; readonly why: 'network' | 'space' }
  /** All bytes are sent, and the server checks the file. */
  | { readonly step: 'checking' }
  | { readonly step: 'done'; readonly uploadId: string }
  | { readonly step: 'failed'; readonly failure: CallFailed }

/** The size of one request: a refusal reaches the browser between two requests. */
const CHUNK_BYTES = 32 * 1024 ** 2
const AGAIN_MS = { network: 2000, space: 15_000 } as const
/** The period over which the speed is measured. */
const SPEED_MS = 4000

/** What a task needs from its surroundings. */
interface Means {
  /** Renews an ended session; fails with NotSignedIn when that cannot be done. */
  readonly renewSession: () => Promise<unknown>
  /** Why the file is refused before it is sent. */
  readonly refusal: (file: File) => ErrorCode | undefined
}

/** Sends one file to the server and continues after a broken connection. */
export class UploadTask {
  readonly id = Math.random().toString(36).slice(2)
  readonly file: File
  readonly #means: Means
  readonly #listeners = new Set<() => void>()
  readonly #marks: { at: number; sent: number }[] = []
  #state: UploadState = { step: 'sending', sent: 0, speed: undefined }
  #sent = 0
  #upload: Upload | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(file: File, means: Means) {
    this.file = file
    this.#means = means
  }

  get state(): UploadState {
    return this.#state
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly getState = () => this.#state

  async start(): Promise<void> {
    const refusal = this.#means.refusal(this.file)
    if (refusal) return this.fail(refusal)
    this.#stopped = false
    this.#become({ step: 'sending', sent: this.#sent, speed: undefined })
    const library = await import('tus-js-client').catch(() => undefined)
    if (!library) return this.#wait('network')
    this.#upload ??= new library.Upload(this.file, {
      endpoint: '/uploads',
      chunkSize: CHUNK_BYTES,
      metadata: { filename: this.file.name },
      // #failed decides about each failure: some are answers, others network errors
      retryDelays: null,
      removeFingerprintOnSuccess: true,
      onProgress: sent => this.#progress(sent),
      onSuccess: () => this.#become({ step: 'done', uploadId: this.#uploadId }),
      onError: error => void this.#failed(error as DetailedError),
    })
    const [known] = this.#upload.url ? [] : await this.#upload.findPreviousUploads().catch(() => [])
    if (known) this.#upload.resumeFromPreviousUpload(known)
    if (!this.#stopped) this.#upload.start()
  }

  /** Stops, so that the same file can continue later. */
  pause(): void {
    this.#stopped = true
    clearTimeout(this.#again)
    void this.#upload?.abort()
  }

  /** Stops, and deletes the upload on the server. */
  async cancel(): Promise<void> {
    this.pause()
    await this.#upload?.abort(true).catch(() => {})
  }

  fail(code: ErrorCode): void {
    this.#become({ step: 'failed', failure: new CallFailed(code) })
  }

  get #uploadId(): string {
    return this.#upload?.url?.split('/').at(-1) ?? ''
  }

  #progress(sent: number): void {
    this.#sent = sent
    const at = performance.now()
    this.#marks.push({ at, sent })
    while (this.#marks[0] && at - this.#marks[0].at > SPEED_MS) this.#marks.shift()
    const first = this.#marks[0]
    const speed = first && at - first.at > 500 ? ((sent - first.sent) / (at - first.at)) * 1000 : undefined
    this.#become(sent === this.file.size ? { step: 'checking' } : { step: 'sending', sent, speed })
  }

  async #failed(error: DetailedError): Promise<void> {
    if (this.#stopped) return
    const code = codeOfAnswer(error)
    if (code === 'TokenExpired') return this.#renew()
    if (code === 'StorageFull') return this.#wait('space')
    const isNetwork = code === undefined || code === 'Unavailable' || code === 'TooManyRequests'
    if (isNetwork) return this.#wait('network')
    this.#upload = undefined
    this.#sent = 0
    this.fail(code)
  }

  #renew(): Promise<void> {
    return this.#means.renewSession().then(
      () => this.start(),
      (failure: unknown) => {
        if (failure instanceof CallFailed && failure.code !== 'Unavailable') this.fail(failure.code)
        else this.#wait('network')
      },
    )
  }

  #wait(why: 'network' | 'space'): void {
    this.#marks.length = 0
    this.#become({ step: 'waiting', sent: this.#sent, why })
    const again = () => {
      clearTimeout(this.#again)
      removeEventListener('online', again)
      // renews the session first, since a HEAD without a session would begin a new upload
      if (!this.#stopped) void this.#renew()
    }
    if (why === 'network') addEventListener('online', again)
    this.#again = setTimeout(again, AGAIN_MS[why])
  }

  #become(state: UploadState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The error code of the server's answer; undefined when this server did not answer. */
function codeOfAnswer(error: DetailedError): ErrorCode | undefined {
  const answer = error.originalResponse
  if (!answer || answer.getStatus() === 0) return undefined
  try {
    const { error: code } = JSON.parse(answer.getBody()) as { error?: string }
    if (code && code in errors) return code as ErrorCode
  } catch {
    // a proxy's own page, or no body at all
  }
  const status = answer.getStatus()
  if (status === 507) return 'StorageFull'
  if (status === 413) return 'DeckTooLarge'
  return status === 401 ? 'TokenExpired' : status >= 500 || status === 409 ? 'Unavailable' : 'UploadNotFound'
}
