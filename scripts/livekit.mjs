import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isExecutable, onPath, run, say, step } from './steps.mjs'

// Later versions carry replace lines in their go.mod and cannot be installed this way.
const version = 'v1.13.5'

const builtIn = dataDir => join(dataDir, 'tools', 'livekit-server')
const findGo = () => onPath('go') ?? (isExecutable('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined)

/** Whether LiveKit is not installed here or configured elsewhere, but could be built. */
const canBuild = dataDir =>
  !process.env.LIVEKIT_URL && !onPath('livekit-server') && !isExecutable(builtIn(dataDir)) && Boolean(findGo())

/** Builds LiveKit once, unless the machine or the settings provide one. A failure is reported and stops nothing. */
export async function prepareLiveKit(dataDir) {
  if (!canBuild(dataDir)) return
  const tools = join(dataDir, 'tools')
  mkdirSync(tools, { recursive: true })
  try {
    await step(`building LiveKit ${version} (once, about two minutes)`, async () => {
      const env = { ...process.env, GOBIN: tools, GOFLAGS: '-trimpath' }
      await run(findGo(), ['install', `github.com/livekit/livekit-server/cmd/server@${version}`], { env })
      renameSync(join(tools, 'server'), builtIn(dataDir))
    })
  } catch (error) {
    say(error.message.replace(/^/gm, '     '))
    say('  !  video is off until LiveKit can be built; slides and chat work')
  }
}

// The server runs this in the background, so that the first page does not wait for video.
if (process.argv[1] === fileURLToPath(import.meta.url)) await prepareLiveKit(process.argv[2])
