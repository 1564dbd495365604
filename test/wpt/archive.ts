// The one archive the suite comes from: a source package of Debian that carries the Web Platform
// Tests which Node runs itself. Another version of it has other tests, and needs other expectations.

export type Archive = {
  package: string
  /** The upstream part of the version; Debian's own revision behind it may move. */
  version: string
  suite: string
  sha256: string
  /** Where the tests are, below the one folder at the archive's top. */
  folder: string
}

export const ARCHIVE: Archive = {
  package: 'nodejs',
  version: '22.22.2+dfsg+~cs22.19.15',
  suite: 'sid',
  sha256: 'f1a6dfca7ffe7f9f42942274adf9f0a12733977a4744a53f41b20836907c449b',
  folder: 'test/fixtures/wpt',
}

/** The name of the archive's file, which is also what apt calls it. */
export const archiveFile: string = `${ARCHIVE.package}_${ARCHIVE.version}.orig.tar.xz`
