<?php

declare(strict_types=1);

/**
 * GET /api/metrics.php?token=<METRICS_TOKEN>: the state of this client's application, for Prometheus.
 * A database that is down is a value here, not an error status: the scrape itself went well.
 */

// A warning printed into the output would make Prometheus drop the whole scrape.
ini_set('display_errors', '0');

/** Whether the request carries the configured token; an empty configured token admits nobody. */
function is_allowed(mixed $given, string $expected): bool
{
    return $expected !== '' && is_string($given) && hash_equals($expected, $given);
}

/** One metric in the text format. */
function gauge(string $name, string $help, string $value): string
{
    return "# HELP $name $help\n# TYPE $name gauge\n$name $value\n";
}

/**
 * The database connection, or null when there is none.
 *
 * @param array{dsn: string, user: string, password: string} $database
 */
function connect(array $database): ?PDO
{
    try {
        return new PDO($database['dsn'], $database['user'], $database['password'], [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_TIMEOUT => 5,
        ]);
    } catch (PDOException $error) {
        error_log('metrics.php: ' . $error->getMessage());
        return null;
    }
}

/** A gauge with the number that a query returns; nothing when the query fails, since a wrong number is worse than none. */
function counted(PDO $pdo, string $name, string $help, string $query): string
{
    try {
        return gauge($name, $help, (string) (int) $pdo->query($query)->fetchColumn());
    } catch (PDOException $error) {
        error_log("metrics.php: $name: " . $error->getMessage());
        return '';
    }
}

/**
 * Whether the database answers and, if so, how many users and sessions it holds.
 *
 * @param array<string, mixed> $config
 */
function database_metrics(array $config): string
{
    $pdo = connect($config['DATABASE']);
    $up = gauge('app_database_up', 'Whether the database connects.', $pdo === null ? '0' : '1');
    return $pdo === null ? $up : $up
        . counted($pdo, 'app_users_total', 'Number of users.', $config['USERS_QUERY'])
        . counted($pdo, 'app_sessions_active', 'Number of active sessions.', $config['SESSIONS_QUERY']);
}

/** Used and free space of the disk that holds a path; nothing when the host does not tell. */
function disk_metrics(string $path): string
{
    $total = @disk_total_space($path);
    $free = @disk_free_space($path);
    if (!$total || $free === false) {
        error_log("metrics.php: cannot read the disk space of $path");
        return '';
    }
    return gauge('app_disk_usage_percent', 'Disk used, in percent.', sprintf('%.2F', 100 * (1 - $free / $total)))
        . gauge('app_disk_free_bytes', 'Free disk space in bytes.', sprintf('%.0F', $free));
}

/** Answers the request. */
function main(): void
{
    $config = require __DIR__ . '/config.php';
    header('Content-Type: text/plain; version=0.0.4; charset=utf-8');
    header('Cache-Control: no-store');
    $given = $_GET['token'] ?? null;
    if (!is_allowed($given, $config['METRICS_TOKEN']) && !is_allowed($given, $config['METRICS_TOKEN_PREVIOUS'] ?? '')) {
        http_response_code(403);
        echo "# forbidden\n";
        return;
    }
    echo database_metrics($config), disk_metrics($config['DISK_PATH']);
}

main();
