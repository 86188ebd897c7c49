<?php

declare(strict_types=1);

/**
 * Traces of the application, by OTLP over HTTP: loaded before it, every request that is picked becomes a trace.
 * Nothing here may break or delay a request: what goes wrong is written to PHP's error log, and the request goes on.
 *
 * ClientTrace::span('charge card', fn () => ...) measures a part of the request, and ClientTrace::header() is what a request
 * to another service carries, so that both are one trace.
 */
final class ClientTrace
{
    private const MAX_SPANS = 100;
    private const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

    /** @var array<string, mixed> */
    private static array $config = [];
    private static bool $picked = false;
    private static string $trace = '';
    private static string $parent = '';
    /** The spans that are under way, the innermost last. @var list<string> */
    private static array $open = [];
    /** @var list<array<string, mixed>> */
    private static array $spans = [];

    /** Begins the trace of this request. */
    public static function begin(): void
    {
        if (PHP_SAPI === 'cli' || self::$trace !== '') {
            return;
        }
        // Not `require`: a file that is missing would end the request.
        $config = @include __DIR__ . '/config.php';
        if (!is_array($config)) {
            throw new RuntimeException('config.php is missing');
        }
        if ($config['TRACES_URL'] === '') {
            return;
        }
        if (!preg_match('~^(https://|http://(127\.0\.0\.1|localhost)[:/])\S*/v1/traces\z~', $config['TRACES_URL'])) {
            throw new RuntimeException('config.php: TRACES_URL must be an https address ending in /v1/traces');
        }
        self::$config = $config;
        self::follow((string) ($_SERVER['HTTP_TRACEPARENT'] ?? ''));
        // By the id, so that all services of one trace pick the same ones. Not by what the caller wants: he may be anybody.
        self::$picked = hexdec(substr(self::$trace, -8)) < $config['TRACES_SHARE'] * 0x100000000;
        self::$open[] = bin2hex(random_bytes(8));
        // Registered from within another one it is the last of all, behind those of the application.
        register_shutdown_function(fn () => register_shutdown_function(fn () => self::safely(self::end(...))));
    }

    /**
     * Measures a part of the request, and returns what it returns.
     *
     * @template T
     * @param callable(): T $part
     * @return T
     */
    public static function span(string $name, callable $part): mixed
    {
        if (!self::$picked || count(self::$spans) >= self::MAX_SPANS) {
            return $part();
        }
        $parent = end(self::$open);
        $id = self::$open[] = bin2hex(random_bytes(8));
        [$start, $error] = [microtime(true), null];
        try {
            return $part();
        } catch (Throwable $thrown) {
            $error = $thrown;
            throw $thrown;
        } finally {
            array_pop(self::$open);
            // The class only: a message may hold what concerns nobody.
            $attributes = $error === null ? [] : ['error.type' => $error::class];
            self::$spans[] = self::record($id, $parent, $name, 1, $start, $error !== null, $attributes);
        }
    }

    /** The header `traceparent` for a request to another service; empty when nothing is traced. */
    public static function header(): string
    {
        return self::$trace === '' ? '' : sprintf('00-%s-%s-%02d', self::$trace, end(self::$open), self::$picked);
    }

    /** Does something that must not disturb the application. */
    public static function safely(callable $do): void
    {
        try {
            $do();
        } catch (Throwable $error) {
            error_log('tracing.php: ' . $error->getMessage());
        }
    }

    /** Takes over the trace of the caller, or begins one. */
    private static function follow(string $header): void
    {
        $known = preg_match('/^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}\z/', $header, $found);
        [, self::$trace, self::$parent] = $known ? $found : ['', bin2hex(random_bytes(16)), ''];
    }

    /** Ends the trace: the answer first, and then the spans. */
    private static function end(): void
    {
        if (!self::$picked) {
            return;
        }
        $status = http_response_code() ?: 200;
        $fatal = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
        $died = ((error_get_last()['type'] ?? 0) & $fatal) !== 0;
        $method = in_array($_SERVER['REQUEST_METHOD'] ?? '', self::METHODS, true) ? $_SERVER['REQUEST_METHOD'] : '_OTHER';
        $path = (string) parse_url((string) ($_SERVER['REQUEST_URI'] ?? '/'), PHP_URL_PATH);
        // What is no plain word is an id or a secret, and neither makes a name.
        $route = preg_replace('~[^/]*[\d%@][^/]*|[^/]{25,}~', '{id}', substr($path, 0, 200));
        self::$spans[] = self::record(
            self::$open[0],
            self::$parent,
            // What strangers make up is found nowhere, and makes no name either.
            $status === 404 ? $method : "$method $route",
            2,
            $_SERVER['REQUEST_TIME_FLOAT'],
            $died || $status >= 500,
            ['http.request.method' => $method, 'http.response.status_code' => $status],
        );
        if (function_exists('fastcgi_finish_request')) {
            fastcgi_finish_request();
        } elseif (function_exists('litespeed_finish_request')) {
            litespeed_finish_request();
        }
        self::send();
    }

    /**
     * A span as OTLP writes it.
     *
     * @param array<string, string|int> $attributes
     * @return array<string, mixed>
     */
    private static function record(
        string $id,
        string $parent,
        string $name,
        int $kind,
        float $start,
        bool $failed,
        array $attributes,
    ): array {
        return [
            'traceId' => self::$trace,
            'spanId' => $id,
            'parentSpanId' => $parent,
            'name' => $name,
            'kind' => $kind,
            'startTimeUnixNano' => self::nanoseconds($start),
            'endTimeUnixNano' => self::nanoseconds(max($start, microtime(true))),
            'attributes' => self::attributes($attributes),
            'status' => $failed ? ['code' => 2] : (object) [],
        ];
    }

    private static function nanoseconds(float $seconds): string
    {
        return sprintf('%.0f000', $seconds * 1_000_000);
    }

    /**
     * @param array<string, string|int> $values
     * @return list<array{key: string, value: array<string, string>}>
     */
    private static function attributes(array $values): array
    {
        $typed = fn (string|int $value): array => is_int($value) ? ['intValue' => (string) $value] : ['stringValue' => $value];
        return array_map(fn (string $key) => ['key' => $key, 'value' => $typed($values[$key])], array_keys($values));
    }

    /** Sends the spans: once, and for no longer than a second. */
    private static function send(): void
    {
        $resource = ['attributes' => self::attributes(['service.name' => self::$config['CLIENT_ID']])];
        $scope = ['scope' => ['name' => 'client-kit'], 'spans' => self::$spans];
        $curl = curl_init(self::$config['TRACES_URL']);
        curl_setopt_array($curl, [
            CURLOPT_POSTFIELDS => json_encode(
                ['resourceSpans' => [['resource' => $resource, 'scopeSpans' => [$scope]]]],
                JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR,
            ),
            CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'Expect:'],
            CURLOPT_USERPWD => self::$config['CLIENT_ID'] . ':' . self::$config['PUSH_PASSWORD'],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => 1000,
        ]);
        $answer = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($answer === false || $status !== 200) {
            throw new RuntimeException('the trace store ' . ($status ? "answered $status" : 'did not answer: ' . curl_error($curl)));
        }
    }
}

ClientTrace::safely(ClientTrace::begin(...));
