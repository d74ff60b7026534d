export function migrationFiles(): Map<string, string>
