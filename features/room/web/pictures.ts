/** Pictures of pages that are loaded and decoded, so that showing one takes no time and nothing flashes. */
const ready = new Map<string, HTMLImageElement>()
/** A decoded large slide takes some megabytes, so only those around the current one are kept. */
const keptPictures = 8

/** Loads and decodes a picture; resolves when it can be shown at once. */
export async function prepare(url: string): Promise<void> {
  const known = ready.get(url)
  ready.delete(url)
  const picture = known ?? new Image()
  ready.set(url, picture)
  for (const old of ready.keys()) if (ready.size > keptPictures) ready.delete(old)
  if (!known) picture.src = url
  try {
    await picture.decode()
  } catch (failure) {
    ready.delete(url)
    throw failure
  }
}

/** The pages whose pictures should be there before they are asked for: the next two, and the one before. */
export const neighbours = (page: number, total: number): readonly number[] =>
  [page + 1, page + 2, page - 1].filter(other => other >= 1 && other <= total)
