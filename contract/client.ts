import { type AnyCall, CallFailed, type Calls, type Client, type Envelope, pathOf } from './call.ts'
import { encodeForm } from './wire.ts'

/** Sends one request and returns its parsed body. */
export type Send = (request: { method: 'POST' | 'GET'; path: string; form: string }) => Promise<unknown>

/** A client of the given calls over `send`: for tests, scripts and other programs. The browser has a smaller one. */
export function createClient<T extends Calls>(calls: T, send: Send): Client<T> {
  const client: Record<string, unknown> = {}
  for (const [name, c] of Object.entries(calls) as [string, AnyCall][]) {
    client[name] = async (input: Record<string, unknown>) => {
      const body = await send({ method: c.method, path: filledPath(pathOf(name, c), input), form: encodeForm(input) })
      return readAnswer(body, c.answer)
    }
  }
  return client as Client<T>
}

/** A path with its `:parts` filled from the input. */
export const filledPath = (path: string, input: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(input[part])))

/** Takes the output from its envelope, or throws `CallFailed`. */
export function readAnswer(body: unknown, answer: AnyCall['answer']): unknown {
  const envelope = body as Envelope
  const refused = body as { error?: string; code?: string }
  if (answer === 'bare' && refused.error) {
    const { error_code, fields } = body as { error_code: never; fields?: Record<string, string> }
    throw new CallFailed(error_code, fields)
  }
  if (answer === 'bare') return body
  if (envelope.code === 0) throw new CallFailed(envelope.error, envelope.fields, envelope.request_id)
  // a proxy may answer in another format; the call was not made
  if (envelope.code !== 1) throw new CallFailed('Unavailable')
  return answer === 'results' ? envelope.results : envelope.data
}
