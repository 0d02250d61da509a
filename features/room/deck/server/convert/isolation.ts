import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The isolation that the kernel allows. `full`: no network, no files but programs, fonts and its own folder, no other
 * processes, no privileges. `network`: the same without its own list of processes, in containers that do not let /proc
 * be mounted. `none`: nothing.
 */
export const isolations = ['full', 'network', 'none'] as const
export type Isolation = (typeof isolations)[number]

/** Where an isolated program sees its folder. */
const INSIDE = '/deck'

// A root of its own, in memory and for this program alone: the system's programs and fonts to read, one folder to
// write. Root's own files would stay writable to a mapped root, so everything else is mounted read-only.
const shutIn = `
set -e
isolation=$1; folder=$2; shift 2
root="$folder/.root"; mkdir -p "$root"
mount -t tmpfs -o size=512m,mode=755 none "$root"; cd "$root"
for d in bin sbin lib lib32 lib64 libx32 usr opt nix gnu snap; do
  if [ -L "/$d" ]; then cp -P "/$d" "$d"
  elif [ -d "/$d" ]; then mkdir "$d"; mount --rbind "/$d" "$d"; mount -o remount,bind,ro "$d" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "$d"; fi
done
mkdir etc dev proc tmp deck
for d in fonts libreoffice alternatives ld.so.conf.d; do
  if [ -d "/etc/$d" ]; then mkdir "etc/$d"; mount --bind -o ro "/etc/$d" "etc/$d"; mount -o remount,bind,ro "etc/$d" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "etc/$d"; fi
done
if [ -d /var/cache/fontconfig ]; then mkdir -p var/cache/fontconfig; mount --bind /var/cache/fontconfig var/cache/fontconfig; mount -o remount,bind,ro var/cache/fontconfig 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev var/cache/fontconfig; fi
[ -f /etc/ld.so.cache ] && cp /etc/ld.so.cache etc/
echo 'deck:x:0:0::${INSIDE}:/bin/false' >etc/passwd
for n in null zero random urandom; do : >"dev/$n"; mount --bind "/dev/$n" "dev/$n"; done
if [ "$isolation" = full ]; then mount -t proc proc proc; else : >proc/version; fi
mount --bind "$folder" deck
if [ -d deck/in ]; then mount --bind deck/in deck/in; mount -o remount,bind,ro deck/in 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev deck/in; fi
exec chroot . setpriv --no-new-privs --bounding-set=-all --inh-caps=-all sh -c 'cd ${INSIDE} && exec "$@"' deck "$@"`

/** The command that runs a program in this isolation, and where the program sees `folder`. */
export function isolated(
  isolation: Isolation,
  folder: string,
  command: readonly string[],
): { command: string[]; folder: string } {
  if (isolation === 'none') return { command: [...command], folder }
  const spaces = ['--user', '--map-root-user', '--net', '--mount', '--ipc', '--uts']
  if (isolation === 'full') spaces.push('--pid', '--fork', '--kill-child')
  return {
    command: ['unshare', ...spaces, '/bin/sh', '-c', shutIn, 'deck', isolation, folder, ...command],
    folder: INSIDE,
  }
}

let known: Promise<Isolation> | undefined
/** What this machine's kernel allows, tested once. */
export const isolationHere = (): Promise<Isolation> => (known ??= tryOut())

/** Lowers the isolation, for tests of what holds without it. */
const atMost = () => Math.max(0, isolations.indexOf((process.env['TEST_ISOLATION'] ?? 'full') as Isolation))

async function tryOut(): Promise<Isolation> {
  if (process.platform !== 'linux') return 'none'
  for (const isolation of isolations.slice(atMost(), -1)) {
    const folder = await mkdtemp(join(tmpdir(), 'rostrum-isolation-'))
    try {
      const { command } = isolated(isolation, folder, ['/bin/sh', '-c', 'test ! -e /sys/class/net/eth0 && : >tried'])
      const [program = '', ...args] = command
      await mkdir(folder, { recursive: true })
      await run(program, args, { cwd: folder, timeout: 5000 })
      return isolation
    } catch {
      // this kernel does not allow it
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return 'none'
}
