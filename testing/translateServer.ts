import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a provider: which of the three APIs, with which key, and which target language in its own code. */
interface Asked {
  readonly api: 'google' | 'deepl' | 'libretranslate'
  readonly key: string
  readonly html: string
  readonly source: string | undefined
  readonly target: string
}

/**
 * Stands in for Google (v2), DeepL (v2) and LibreTranslate on the loopback, each with its own paths, keys and answers.
 * `change` makes the translation of a text.
 */
export async function startTranslateServer() {
  const asked: Asked[] = []
  const behaviour = { change: (html: string, target: string) => `${target}: ${html}`, status: 200, waits: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, never>
    const { headers, url = '' } = request
    if (behaviour.waits) await new Promise(resolve => setTimeout(resolve, behaviour.waits))
    const answer = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (behaviour.status !== 200) return answer(behaviour.status, { error: { message: 'out of order' } })
    const take = (one: Asked) => {
      asked.push(one)
      return behaviour.change(one.html, one.target)
    }
    const { source, target } = body
    if (url === '/language/translate/v2' && body['format'] === 'html') {
      const key = String(headers['x-goog-api-key'])
      const translatedText = take({ api: 'google', key, html: body['q'] ?? '', source, target: target ?? '' })
      return answer(200, { data: { translations: [{ translatedText }] } })
    }
    if (url === '/v2/translate' && body['tag_handling'] === 'html') {
      const key = String(headers.authorization).replace('DeepL-Auth-Key ', '')
      const [html = ''] = body['text'] ?? []
      const text = take({ api: 'deepl', key, html, source: body['source_lang'], target: body['target_lang'] ?? '' })
      return answer(200, { translations: [{ detected_source_language: 'EN', text }] })
    }
    if (url === '/translate' && body['format'] === 'html') {
      const key = String(body['api_key'] ?? '')
      const translatedText = take({ api: 'libretranslate', key, html: body['q'] ?? '', source, target: target ?? '' })
      return answer(200, { translatedText })
    }
    return answer(404, {})
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behaviour,
    stop: () =>
      new Promise<void>(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
export type TranslateServer = Awaited<ReturnType<typeof startTranslateServer>>
