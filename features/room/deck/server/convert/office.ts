import { access, mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import type { PartStatus } from '#server/frame.ts'
import type { Settings } from '#server/settings.ts'
import { fontsFile } from './fonts.ts'
import { isolated, isolationHere } from './isolation.ts'
import { runLimited } from './limited.ts'
import { profileFile } from './profile.ts'
import { refusalOf } from './work.ts'

const names = ['soffice', 'libreoffice']
const elsewhere = ['/Applications/LibreOffice.app/Contents/MacOS', '/opt/libreoffice/program', '/snap/bin']
/** The filter by type, so that LibreOffice does not open the file as one of a hundred other formats. */
const filters = { pptx: 'Impress MS PowerPoint 2007 XML', ppt: 'MS PowerPoint 97' } as const

export const INSTALL_OFFICE =
  'LibreOffice Impress is not installed (Debian, Ubuntu: apt install libreoffice-impress fonts-noto-cjk fonts-liberation2)'

/** Searched each time, so that an installation needs no restart. */
export async function findOffice(): Promise<string | undefined> {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), ...elsewhere]) {
    for (const name of names) {
      const path = join(folder, name)
      if (
        await access(path, 1).then(
          () => true,
          () => false,
        )
      )
        return path
    }
  }
  return undefined
}

const NOT_ISOLATED =
  'off: this system does not let programs run isolated without privileges (unshare --user --net --mount), and a hostile PowerPoint file could read what the server can; PDF works'

/** Whether the operator accepts conversions without isolation. */
type Risk = Pick<Settings, 'convertMayExposeServer'>

/** The reason why this machine converts no Office files; undefined when it does. */
export async function whyNotConverted({
  convertMayExposeServer,
}: Risk): Promise<'ConverterMissing' | 'ConverterNotIsolated' | undefined> {
  if (!(await findOffice())) return 'ConverterMissing'
  return convertMayExposeServer || (await isolationHere()) !== 'none' ? undefined : 'ConverterNotIsolated'
}

/** Whether .ppt and .pptx become pages here. */
export async function convertStatus(risk: Risk): Promise<PartStatus> {
  const office = await findOffice()
  if (!office) return `off: ${INSTALL_OFFICE}; PDF works`
  if ((await whyNotConverted(risk)) === 'ConverterNotIsolated') return NOT_ISOLATED
  // many systems package each of its programs separately, and soffice comes with any of them
  const program = dirname(await realpath(office))
  const libraries = ['libsdlo.so', '../Frameworks/libsdlo.dylib']
  const known = await access(join(program, 'soffice.bin')).then(
    () => true,
    () => false,
  )
  const found = await Promise.all(
    libraries.map(name =>
      access(join(program, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return known && !found.includes(true) ? `off: ${INSTALL_OFFICE}; PDF works` : 'ok'
}

/** The path of the PDF that LibreOffice makes. */
export const pdfIn = (folder: string) => join(folder, 'deck.pdf')

export interface OfficeLimits {
  readonly seconds: number
  readonly memoryMb: number
  /** Whether the converter may run without isolation. */
  readonly mayExposeServer: boolean
}

/**
 * Makes a PDF of `in/deck.ppt` or `in/deck.pptx`, in a folder for this run alone: with its own profile, within limits, and
 * without network or other files where the kernel allows it. The complete PDF is at `pdfIn(folder)`.
 * @throws {DeckRefused} with the reason
 */
export async function convertToPdf(
  folder: string,
  type: 'ppt' | 'pptx',
  limits: OfficeLimits,
  signal?: AbortSignal,
): Promise<void> {
  const office = await findOffice()
  const failure = await whyNotConverted({ convertMayExposeServer: limits.mayExposeServer })
  if (!office || failure) throw new DeckRefused(failure ?? 'ConverterMissing', INSTALL_OFFICE)
  const isolation = await isolationHere()
  await mkdir(join(folder, 'out'), { recursive: true })
  await writeFile(join(folder, 'fonts.conf'), fontsFile)
  await mkdir(join(folder, 'profile', 'user'), { recursive: true })
  await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), profileFile)
  const inside = isolated(isolation, folder, []).folder
  const { command } = isolated(isolation, folder, [
    office,
    `-env:UserInstallation=file://${inside}/profile`,
    ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck', '--nofirststartwizard'],
    `--infilter=${filters[type]}`,
    ...['--convert-to', 'pdf:impress_pdf_Export', '--outdir', `${inside}/out`, `${inside}/in/deck.${type}`],
  ])
  const [program = '', ...args] = command
  const ended = await runLimited({
    program,
    args,
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: inside,
      TMPDIR: isolation === 'none' ? folder : '/tmp',
      // Without /proc it does not find its libraries by itself.
      ...(isolation === 'network' ? { LD_LIBRARY_PATH: dirname(await realpath(office)) } : {}),
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: `${inside}/fonts.conf`,
    },
    limits: { seconds: limits.seconds, memoryMb: limits.memoryMb, fileMb: 2048 },
    signal,
  })
  const made = join(folder, 'out', 'deck.pdf')
  if (ended.how === 'exited' && (await stat(made).catch(() => undefined))?.size) {
    await rename(made, pdfIn(folder))
    return
  }
  if (ended.how === 'exited' && /could not be loaded/.test(ended.errors))
    throw new DeckRefused('DeckDamaged', ended.errors)
  throw refusalOf(ended)
}
