import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '#app/contract/calls.ts'
import { createClient } from '#contract/client.ts'
import type { DeckFile } from '#features/room/deck/contract.ts'
import { agree } from '#testing/agree.ts'
import { type ConsoleProcess, startConsoleProcess } from '#testing/consoleProcess.ts'

const password = 'Bench-Passw0rd'

/** A separate console, and the access token of its superadmin. */
export async function startBenchConsole(): Promise<ConsoleProcess & { token: string }> {
  const running = await startConsoleProcess({ env: { SUPERADMIN_PASSWORD: password, LOG_LEVEL: 'warn' } })
  const answer = await fetch(`${running.url}/restapi/v1.4/oauth/token/pbx/`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username: 'superadmin', password }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  await agree(
    createClient(calls, async ({ path, form }) => {
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/x-www-form-urlencoded' }
      return (await fetch(running.url + path, { method: 'POST', headers, body: form })).json()
    }),
  )
  return { ...running, token: access_token }
}

/** Begins a resumable upload; returns its address. */
export async function beginUpload(
  { url, token }: { url: string; token: string },
  name: string,
  size: number,
): Promise<string> {
  const answer = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })
  if (answer.status !== 201) throw new Error(`the upload was refused: ${answer.status} ${await answer.text()}`)
  return new URL(answer.headers.get('location') ?? '', url).href
}

/** Waits until an uploaded file has `enough`; returns its file. */
export async function waitForFile(
  { url, token }: { url: string; token: string },
  uploadUrl: string,
  enough: (file: DeckFile) => boolean,
): Promise<DeckFile> {
  for (;;) {
    const answer = await fetch(`${url}/webapi/rest/app/token/getUploadedFile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ upload_id: uploadUrl.split('/').at(-1) ?? '' }),
    })
    const { data } = (await answer.json()) as { data?: { file: DeckFile } }
    if (data?.file.failure) throw new Error(data.file.failure)
    if (data && enough(data.file)) return data.file
    await sleep(15)
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
