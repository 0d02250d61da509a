import { access, mkdir, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { DeckRefused } from '#features/room/deck/server/check/refused.ts'
import type { PartStatus } from '#server/frame.ts'
import { fontsFile } from './fonts.ts'
import { isolated, isolationHere } from './isolation.ts'
import { runLimited } from './limited.ts'
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

/** Whether this server can convert .ppt and .pptx. */
export async function convertStatus(): Promise<PartStatus> {
  const office = await findOffice()
  if (!office) return `off: ${INSTALL_OFFICE}; PDF works`
  // on many systems each program is a separate package, and soffice comes with any of them
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
  if (!office) throw new DeckRefused('ConverterMissing', INSTALL_OFFICE)
  const isolation = await isolationHere()
  if (isolation === 'none' && type === 'ppt') throw new DeckRefused('ConverterNotIsolated')
  await mkdir(join(folder, 'out'), { recursive: true })
  await writeFile(join(folder, 'fonts.conf'), fontsFile)
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
      TMPDIR: isolation === 'full' ? '/tmp' : folder,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: `${inside}/fonts.conf`,
    },
    limits: { ...limits, fileMb: 2048 },
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
