// Requests and programs whose very form is the attack: modules, names, syntax.

import { modulesCases } from './cases/modules.ts'
import { namesCases } from './cases/names.ts'
import { syntaxCases } from './cases/syntax.ts'
import { declareCases } from './declare-cases.ts'

declareCases('hostile shapes', { modules: modulesCases, names: namesCases, syntax: syntaxCases })
