import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isExecutable, onPath, run, say, step } from './steps.mjs'

// Later versions carry replace lines in their go.mod and cannot be installed this way.
const version = 'v1.13.5'

/** Builds LiveKit once, unless the machine or the settings bring one. */
export async function prepareLiveKit(dataDir) {
  const tools = join(dataDir, 'tools')
  const built = join(tools, 'livekit-server')
  if (process.env.LIVEKIT_URL || onPath('livekit-server') || isExecutable(built)) return
  const go = onPath('go') ?? (isExecutable('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined)
  if (!go) {
    say(
      '  !  video is off: no livekit-server on PATH and no Go to build it with (https://go.dev/dl), nor a LIVEKIT_URL',
    )
    return
  }
  mkdirSync(tools, { recursive: true })
  try {
    await step(`building LiveKit ${version} (once, about two minutes)`, async () => {
      const env = { ...process.env, GOBIN: tools, GOFLAGS: '-trimpath' }
      await run(go, ['install', `github.com/livekit/livekit-server/cmd/server@${version}`], { env })
      renameSync(join(tools, 'server'), built)
    })
  } catch (error) {
    say(error.message.replace(/^/gm, '     '))
    say('  !  video is off until LiveKit can be built; slides and chat work')
  }
}
