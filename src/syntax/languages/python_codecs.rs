//! Codecs of Python sources: what the line says that names the encoding of a file.

/// The codec that a Python source names, unless it leaves ASCII as it is: text in any other may turn into other code.
pub(super) fn unread(source: &[u8]) -> Option<&[u8]> {
    let lines = source.split(|byte| *byte == b'\n').take(2).flat_map(|line| line.split(|byte| *byte == b'\r'));
    let mut codecs = lines.filter_map(|line| {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
        let at = line.windows(7).position(|word| matches!(word, b"coding:" | b"coding="));
        let name = line[at.filter(|_| line.starts_with(b"#"))? + 7..].trim_ascii_start();
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        Some(&name[..name.iter().take_while(is_name).count()])
    });
    codecs.find(|codec| !is_plain_codec(codec))
}

fn is_plain_codec(codec: &[u8]) -> bool {
    let name = String::from_utf8_lossy(codec).to_ascii_lowercase().replace('_', "-");
    let is_numbered = |start: &str| {
        let number = name.strip_prefix(start);
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    name == "utf-8"
        || ["utf-8-", "latin-1-", "iso-8859-1-", "iso-latin-1-", "mac-", "koi8-", "euc-"]
            .iter()
            .any(|start| name.starts_with(start))
        || ["iso-8859-", "iso8859-", "windows-", "latin", "latin-", "l"].iter().any(|s| is_numbered(s))
        // Some of these are EBCDIC.
        || (is_numbered("cp")
            && !["cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140"].contains(&name.as_str()))
        || [
            "", "utf8", "u8", "utf", "utf8-sig", "ascii", "us-ascii", "646", "iso-latin-1", "gb2312", "gbk", "gb18030",
            "big5", "shift-jis", "sjis", "shiftjis", "eucjp", "euckr", "tis-620", "koi8", "macroman",
        ]
        .contains(&name.as_str())
}
