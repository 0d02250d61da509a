import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/settings.ts'
import { plainSize } from '#server/storage/local.ts'
import { checkKey, type Range, type Source, type Storage, typeOfKey } from '#server/storage/storage.ts'

/** The size of a part; every S3-compatible store accepts parts of 5 MB and more, and 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2

/** Objects in a bucket of any S3-compatible store. */
export function openS3Storage(settings: S3Settings): Storage {
  const { accessKeyId, secretAccessKey, bucket: Bucket } = settings
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true, // most self-hosted stores have no host name for each bucket
    requestChecksumCalculation: 'WHEN_REQUIRED', // nor do all of them support the newer checksums
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const read: Storage['read'] = async (key, range) => {
    try {
      const found = await client.send(
        new GetObjectCommand({ Bucket, Key: checkKey(key), ...(range ? { Range: rangeHeader(range) } : {}) }),
      )
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      return { stream: found.Body as Readable, size: Number(whole ?? found.ContentLength), type: typeOfKey(key) }
    } catch (error) {
      const { name } = error as Error
      if (name === 'NoSuchKey' || name === 'NotFound') return undefined
      if (name === 'InvalidRange') throw new RangeError('the range lies outside of the object')
      throw error
    }
  }
  return {
    put: async (key, source) => put(client, { Bucket, Key: checkKey(key), ContentType: typeOfKey(key) }, source),
    read,
    async copyTo(key, path) {
      const found = await read(key)
      if (!found) return false
      await pipeline(found.stream, createWriteStream(path, { mode: 0o600 }))
      return true
    },
    remove: async prefix => remove(client, Bucket, checkKey(prefix)),
    folders: async prefix => folders(client, Bucket, checkKey(prefix)),
    space: async () => undefined,
    async status() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }))
        return 'ok'
      } catch (error) {
        return `off: the bucket ${Bucket} does not answer (${(error as Error).name})`
      }
    },
  }
}

const rangeHeader = ({ start, end }: Range) => `bytes=${start}-${end ?? ''}`

type Target = { Bucket: string; Key: string; ContentType: string }

/** Small objects in one request, large ones in parts: never more than a part in memory. */
async function put(client: S3Client, target: Target, source: Source): Promise<void> {
  if (!Buffer.isBuffer(source) && !(source instanceof Readable)) await plainSize(source.file)
  const bytes = Buffer.isBuffer(source) || source instanceof Readable ? source : createReadStream(source.file)
  const parts = partsOf(Buffer.isBuffer(bytes) ? [bytes] : bytes)
  const first = await parts.next()
  const Body = first.value ?? Buffer.alloc(0)
  if (Body.length < PART_BYTES) await client.send(new PutObjectCommand({ ...target, Body }))
  else await putInParts(client, target, Body, parts)
  if (!Buffer.isBuffer(source) && !(source instanceof Readable)) await rm(source.file)
}

async function putInParts(client: S3Client, target: Target, first: Buffer, rest: AsyncGenerator<Buffer>) {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const { Bucket, Key } = target
  const Parts: { ETag: string; PartNumber: number }[] = []
  try {
    const send = async (Body: Buffer) => {
      const PartNumber = Parts.length + 1
      const { ETag = '' } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      Parts.push({ ETag, PartNumber })
    }
    await send(first)
    for await (const part of rest) await send(part)
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}

/** Cuts a stream into parts of one size; the last one may be smaller. */
async function* partsOf(source: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let kept: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    kept.push(chunk)
    size += chunk.length
    while (size >= PART_BYTES) {
      const all = Buffer.concat(kept)
      yield all.subarray(0, PART_BYTES)
      kept = [all.subarray(PART_BYTES)]
      size -= PART_BYTES
    }
  }
  if (size > 0) yield Buffer.concat(kept)
}

async function remove(client: S3Client, Bucket: string, prefix: string): Promise<void> {
  await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: prefix }], Quiet: true } }))
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, ...(ContinuationToken ? { ContinuationToken } : {}) }),
    )
    const Objects = (page.Contents ?? []).flatMap(({ Key }) => (Key ? [{ Key }] : []))
    if (Objects.length) await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

async function folders(client: S3Client, Bucket: string, prefix: string): Promise<string[]> {
  const names: string[] = []
  const Prefix = `${prefix}/`
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix, Delimiter: '/', ...(ContinuationToken ? { ContinuationToken } : {}) }),
    )
    for (const { Prefix: found = '' } of page.CommonPrefixes ?? []) names.push(found.slice(Prefix.length, -1))
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  return names
}
