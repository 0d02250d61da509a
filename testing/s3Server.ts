import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A store with the part of S3's REST API that we use; everything is kept in memory. */
export async function startS3Server(bucket: string) {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const multiparts = new Map<string, Map<number, Buffer>>()
  const seen: string[] = []
  let largestBody = 0

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://s3')
    const [, first = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    seen.push(`${request.method} ${key || '/'} ${[...url.searchParams.keys()].join(',')}`.trim())
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')) return fail(response, 403, 'AccessDenied')
    if (first !== bucket) return fail(response, 404, 'NoSuchBucket')
    const body = await bodyOf(request)
    largestBody = Math.max(largestBody, body.length)
    answer(request, response, url.searchParams, key, body)
  })

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    key: string,
    body: Buffer,
  ) {
    const { method } = request
    const uploadId = query.get('uploadId')
    if (!key && method === 'HEAD') return response.end()
    if (!key && method === 'GET') return list(response, query)
    if (!key && query.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(name)
      return xml(response, '<DeleteResult></DeleteResult>')
    }
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      multiparts.set(id, new Map())
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId) return multipart(request, response, uploadId, query, key, body)
    if (method === 'PUT') {
      objects.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return response.setHeader('etag', etag(body)).end()
    }
    return get(request, response, key)
  }

  function multipart(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
    query: URLSearchParams,
    key: string,
    body: Buffer,
  ) {
    const parts = multiparts.get(id)
    if (!parts) return fail(response, 404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return response.setHeader('etag', etag(body)).end()
    }
    multiparts.delete(id)
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
    objects.set(key, { bytes, type: '' })
    return xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string) {
    const found = objects.get(key)
    if (!found) return fail(response, 404, 'NoSuchKey')
    const { bytes } = found
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    if (!range) return response.setHeader('content-length', bytes.length).end(bytes)
    const start = Number(range[1])
    const end = range[2] ? Number(range[2]) : bytes.length - 1
    if (start >= bytes.length) return fail(response, 416, 'InvalidRange')
    const part = bytes.subarray(start, end + 1)
    response.writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${start}-${end}/${bytes.length}` })
    return response.end(part)
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const keys = [...objects.keys()].filter(key => key.startsWith(prefix))
    const delimiter = query.get('delimiter')
    const folderOf = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      return end < 0 ? undefined : key.slice(0, end + 1)
    }
    const contents = keys.filter(key => !folderOf(key)).map(key => `<Contents><Key>${key}</Key></Contents>`)
    const folders = [...new Set(keys.flatMap(key => folderOf(key) ?? []))]
    const prefixes = folders.map(key => `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>`)
    const found = [...contents.slice(0, 1000), ...prefixes].join('')
    return xml(response, `<ListBucketResult>${found}<IsTruncated>false</IsTruncated></ListBucketResult>`)
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    multiparts,
    /** Method, key and query of each request. */
    seen,
    largestBody: () => largestBody,
    stop: () => new Promise<void>(resolve => server.close(() => resolve()).closeAllConnections()),
  }
}

const etag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
const xml = (response: ServerResponse, text: string) => response.setHeader('content-type', 'application/xml').end(text)
const fail = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
