import {
  DataTypeNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  RawNode,
} from 'kysely'

/**
 * The migrations say text, integer and real, as SQLite means them: text sorted by code point, 64-bit integers, and
 * double precision.
 */
const columnTypes: Record<string, string> = {
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
}

class ColumnTypes extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformColumnDefinition']>
  ) {
    const definition = super.transformColumnDefinition(node, queryId)
    const type = DataTypeNode.is(node.dataType) ? columnTypes[node.dataType.dataType] : undefined
    return type ? { ...definition, dataType: RawNode.createWithSql(type) } : definition
  }
}

const types = new ColumnTypes()

/** Turns the column types that the migrations name into those of PostgreSQL. */
export const postgresColumnTypes: KyselyPlugin = {
  transformQuery: ({ node, queryId }: PluginTransformQueryArgs) =>
    node.kind === 'CreateTableNode' || node.kind === 'AlterTableNode' ? types.transformNode(node, queryId) : node,
  transformResult: async ({ result }) => result,
}
