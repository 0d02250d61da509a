import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** The roles of the specification, section 6. An account has at least one. */
export const roles = [
  'superadmin',
  'admin',
  'useradmin',
  'pitchadmin',
  'presenter',
  'vc',
  'member',
  'banking',
  'files',
  'nolinkedin',
  'disabled',
] as const
export type Role = (typeof roles)[number]

/** Who may make a call: a role, or `attendee`, a person who has joined one pitch by a join link. */
export type Caller = Role | 'attendee'

export type Who = readonly Caller[] | 'anyone'
export type Fields = z.ZodObject<z.ZodRawShape>

/** `token` (signed in), `basic` (before sign-in), either with a prefix, or a complete path. */
export type Path = 'token' | 'basic' | `token/${string}` | `basic/${string}` | `/${string}`
/** Where the envelope has the output: `data`, `results` (lists), or no envelope (`bare`: OAuth's own format). */
export type AnswerForm = 'data' | 'results' | 'bare'

/** One call of the API. Its name is its key in the contract. */
export interface Call<
  I extends Fields = Fields,
  O extends z.ZodType = z.ZodType,
  E extends ErrorCode = ErrorCode,
  W extends Who = Who,
  P extends Path = Path,
  A extends AnswerForm = AnswerForm,
> {
  readonly path: P
  readonly method: 'POST' | 'GET'
  readonly who: W
  readonly body: 'form' | 'multipart'
  /** The largest body in bytes, files of a multipart body apart. A larger one is refused before it is parsed. */
  readonly maxBytes: number
  /** How deeply lists and objects of a body may be nested, the JSON in a field of a form counted by itself. */
  readonly maxDepth: number
  /** The largest file of a multipart body, in bytes; a larger one is refused with the declared error of status 413. */
  readonly maxFileBytes: number
  /** A call that only reads runs outside a transaction and may be repeated. */
  readonly reads: boolean
  /** Whether it waits until few other calls of its room are under way, as those do that lock the room. */
  readonly waitsForRoom: boolean
  /** Whether the answer is kept for a repeat with the same Idempotency-Key; otherwise a repeat runs again. */
  readonly keepsAnswer: boolean
  /**
   * Whether it may be made while the second step of a sign-in is pending (other calls answer SecondStepPending), and
   * while a second factor or a new password has still to be set (FactorRequired, PasswordExpired). `setup`: only in the
   * latter case.
   */
  readonly whilePending: boolean | 'setup'
  /** Whether a person may make it who has yet to agree to a policy; other calls answer PolicyPending. */
  readonly beforeAgreement: boolean
  /** Whether an impersonating super admin may make it: never a call that commits money or changes a way to sign in. */
  readonly whileImpersonating: boolean
  readonly answer: A
  readonly input: I
  readonly output: O
  readonly errors: readonly E[]
}

// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic, never a value's type
export type AnyCall = Call<any, any, any, Who>
export type Calls = Readonly<Record<string, AnyCall>>

/**
 * The calls that the browser's client makes. `app/contract/calls.ts`, which alone knows all words, adds them; a word
 * makes only its own calls and those of words below it, which `testing/fences/order.test.ts` checks.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by augmentation
export interface WireCalls {}

/** What the browser has to know of a call at run time. */
export interface Way<P extends Path = Path, A extends AnswerForm = AnswerForm> {
  readonly path: P
  readonly answer: A
}

/** The address of a call, CALL-002 and CALL-003. */
export const pathOf = (name: string, c: Pick<AnyCall, 'path'>): string =>
  c.path.startsWith('/') ? c.path : `/webapi/rest/app/${c.path}/${name}`

/** Fails a call with one of the codes that its contract declares. */
export type Fail<C extends AnyCall> = (code: C['errors'][number], fields?: Readonly<Record<string, string>>) => never
export type Input<C extends AnyCall> = z.output<C['input']>
/** What a handler returns: the output before its schema parses it. */
export type Output<C extends AnyCall> = z.input<C['output']>
/** What a caller sends and receives. */
export type Sent<C extends AnyCall> = z.input<C['input']>
export type Answer<C extends AnyCall> = z.output<C['output']>

/** The client of a contract. */
export type Client<T extends Calls> = {
  readonly [K in keyof T]: (input: Sent<T[K]>) => Promise<Answer<T[K]>>
}

/**
 * A failed call. `fields` maps an input field to the name of the violated rule, or to the failure's own code where its
 * sentence belongs at that field: `fail('TagTaken', { tag: 'TagTaken' })`.
 */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined
  /** The request's id in the server's log. */
  readonly requestId: string | undefined
  constructor(code: ErrorCode, fields?: Readonly<Record<string, string>>, requestId?: string) {
    super(code)
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

export type Envelope =
  | { code: 1; message: string; data?: unknown; results?: unknown }
  | { code: 0; error: ErrorCode; message: string; fields?: Record<string, string>; request_id?: string }
