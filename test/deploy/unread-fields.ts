// Makes a validator strict. Those of kubernetes-models check the fields they know and pass over the rest;
// what a validator never looked at is a field that Kubernetes does not know.

/** An object of one of its classes: `validate` throws for a document that does not fit. */
export type Model = { validate(): void }

/** Paths of the fields of a document that its validation did not read. Throws what that throws. */
export function unreadFields(model: Model): Array<string> {
  const read = new Set<string>()
  const watched = watch(model, '', read) as Model
  watched.validate()

  return pathsOf(model, '').filter((path) => !read.has(path))
}

function watch(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value

  return new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return member
      const memberPath = `${path}/${key}`
      read.add(memberPath)

      return watch(member, memberPath, read)
    },
  })
}

function pathsOf(value: unknown, path: string): Array<string> {
  if (typeof value !== 'object' || value === null) return []
  const paths: Array<string> = []
  for (const [key, member] of Object.entries(value)) {
    const memberPath = `${path}/${key}`
    paths.push(memberPath, ...pathsOf(member, memberPath))
  }

  return paths
}
